import { AS_DOCUMENTED, CIRCUMSTANCES } from './plants/circumstances';
import { PAID_MEANWHILE } from './plants/refusals';
import { VARIED } from './plants/variants';
import { callsNoneADifference, some } from './runs';

describe('no difference', () => {
	callsNoneADifference([...PAID_MEANWHILE, ...VARIED, ...some([...CIRCUMSTANCES, ...AS_DOCUMENTED], 2)]);
});
