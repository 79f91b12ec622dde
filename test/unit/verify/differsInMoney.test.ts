import { ENDS } from './plants/ends';
import { MONEY } from './plants/money';
import { noticesEach } from './runs';

describe('a service that takes or gives other money', () => {
	noticesEach(MONEY);
});

describe('a service that says something else than what became of the money', () => {
	noticesEach(ENDS);
});
