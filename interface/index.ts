/**
 * The service's interface as data, written from its documentation: docs/reference/interface.md in a form that tests can
 * check requests, answers and events against. Neither shipped code nor the sandbox imports this data, so checks against
 * it can find mistakes on either side.
 */
export { nameOf, type Call } from './call';
export { calls } from './calls';
export { callOf, eventOf, problemsOfAnswer, problemsOfEvent, problemsOfRequest, type Request } from './check';
export { events, type EventRow } from './events';
export { doubts, type Doubt, type Known } from './knowledge';
export { samplesOf } from './samples';
