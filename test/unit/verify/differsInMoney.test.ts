import { ENDS } from './plants/ends';
import { MONEY } from './plants/money';
import { QUOTES } from './plants/quotes';
import { UNPLACED } from './plants/unplaced';
import { warnsOfEach } from './runs';

describe('a service that takes or gives other money', () => {
	warnsOfEach(MONEY);
});

describe('a service whose quotes are for something else, or cost money by themselves', () => {
	warnsOfEach(QUOTES);
});

describe('a service that says something else than what became of the money', () => {
	warnsOfEach(ENDS);
});

describe('a service whose money leaves, or comes back, without a place', () => {
	warnsOfEach(UNPLACED);
});
