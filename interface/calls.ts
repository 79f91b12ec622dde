/** Every call of the service: docs/reference/interface.md#calls. */
import type { Call } from './call';
import { accountCalls } from './callsAccount';
import { linkCalls } from './callsLinks';
import { moneyCalls } from './callsMoney';

export const calls: readonly Call[] = [...accountCalls, ...moneyCalls, ...linkCalls];
