import * as z from 'zod';

import { flag, text, time } from './common';

/** Interface document 2.8; the times are from service-facts 2.14. */
export const webhook = z.looseObject({
	id: text,
	url: text,
	secret: text,
	isActive: flag,
	createdAt: time,
	updatedAt: time,
});
