/**
 * The service's interface as data, written from what is documented about it: docs/reference/interface.md in a form
 * that tests can hold requests, answers and events against. Nothing that ships and nothing of the
 * sandbox imports it, so that neither can be right by definition.
 */
export { nameOf, type Call } from './call';
export { calls } from './calls';
export { callOf, eventOf, problemsOfAnswer, problemsOfEvent, problemsOfRequest, type Request } from './check';
export { events, type EventRow } from './events';
export { doubts, type Doubt, type Known } from './knowledge';
export { samplesOf } from './samples';
