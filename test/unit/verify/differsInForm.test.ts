import { ANSWERS } from './plants/answers';
import { EVENTS } from './plants/events';
import { LISTS } from './plants/lists';
import { PAYEES } from './plants/payees';
import { READINGS } from './plants/readings';
import { NEARLY } from './plants/unplaced';
import { noticesEach, some, together } from './runs';

describe('a service whose answers, lists or events have another form', () => {
	noticesEach(some(together(ANSWERS, LISTS, EVENTS, READINGS, NEARLY), 8));
});

describe('a service whose list does not show whom a payout went to', () => {
	noticesEach(PAYEES);
});
