import * as z from 'zod/mini';

import { numeric, text } from './common';

/** docs/interface.md#get-wallet */
export const wallet = z.looseObject({
	id: z.string(),
	accountId: text,
	currency: z.string(),
	balance: numeric,
});
