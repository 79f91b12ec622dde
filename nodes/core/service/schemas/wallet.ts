import * as z from 'zod';

import { numeric, text } from './common';

/** Interface document 2.5. */
export const wallet = z.looseObject({
	id: z.string(),
	accountId: text,
	currency: z.string(),
	balance: numeric,
});
