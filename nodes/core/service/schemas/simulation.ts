import * as z from 'zod';

import { text } from './common';

/** Service-facts 3.4: the whole answer, because its data is a text. */
export const simulatedPayIn = z.looseObject({ status: text, message: text, data: text });
