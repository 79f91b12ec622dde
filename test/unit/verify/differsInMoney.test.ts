import { MONEY } from './plants/money';
import { noticesEach } from './runs';

describe('a service that takes or gives other money', () => {
	noticesEach(MONEY);
});
