import { REFUSED_BUT_PAID } from './plants/refusals';
import { VARIANTS } from './plants/variants';
import { noticesEach, some, together } from './runs';

describe('a service that refuses otherwise', () => {
	noticesEach(together(REFUSED_BUT_PAID, some(VARIANTS, 2)));
});
