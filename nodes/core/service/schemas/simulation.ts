import * as z from 'zod/mini';

import { text } from './common';

/** docs/interface.md#simulate-pay-in: the whole answer, because its data is a text. */
export const simulatedPayIn = z.looseObject({ status: text, message: text, data: text });
