import { AS_DOCUMENTED, CIRCUMSTANCES } from './plants/circumstances';
import { FAILING_ABROAD } from './plants/quotes';
import { PAID_MEANWHILE } from './plants/refusals';
import { REFUSED_USUALLY } from './plants/refusedUsually';
import { VARIED } from './plants/variants';
import { callsNoneADifference, some, together } from './runs';

describe('no difference', () => {
	callsNoneADifference(
		together(FAILING_ABROAD, PAID_MEANWHILE, REFUSED_USUALLY, VARIED, some(together(CIRCUMSTANCES, AS_DOCUMENTED), 2)),
	);
});
