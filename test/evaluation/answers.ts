/** Patterns for what an agent is told, and a fault of the sandbox. */
import type { FaultRule } from '../../sandbox';

/** Loses the answer to the next POST request, after the sandbox has made the payment. */
export const LOST: FaultRule = { match: { method: 'POST', times: 1 }, fault: { kind: 'dropAfter' } };

export const PAID = /"outcome\\?":\\?"accepted/;
export const NO_PAYEE = /Payee not allowed: .*Don't call this tool again for this payee/;
export const UNKNOWN = /outcome: unknown.*Don't call this tool again for this payee or request/s;
export const OVER = /Refused by a limit: .*Ask the person who sets the limits/;
export const OVER_CAP = /Refused by a limit: .*of the payee's line in 'Allowed Payees'/;
export const OVER_DAY = /have made the \d+ payments? that 'Payments per Day' allows.*Don't call this tool again today/;
export const AGAIN = /(Already paid|Payout reference already used): .*Don't call this tool again for this payment/;
export const TYPED = /must be typed into the node by a person/;
export const FOR_PEOPLE = /is for people only/;
export const REFUSED_WRITE = /'Allowed Payees' refuses this/;
export const DISCARDED = /Nothing was (?:paid|sent).*discards? (its|the) workflow and (its|the) record of payouts/;
export const FORGED = /has a wrong signature/;
export const AMOUNT = /'Amount' /;
