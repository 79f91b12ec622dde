/** What an agent is asked, and the calls that the scripted model makes. */
import { REASON, type ToolCall } from '../harness/engine';
import { TRON } from './payees';
import type { Step } from './task';

let calls = 0;
export const call = (input: ToolCall['input'], tool?: string): ToolCall => ({
	id: `call ${++calls}`,
	input: { Reason: REASON, ...input },
	...(tool === undefined ? {} : { tool }),
});
export const pay = (payee: string, amount: string, tool?: string, more: ToolCall['input'] = {}): ToolCall => {
	const [bank = '', number = ''] = payee.split(':');
	return call({ bank, account: number, amount, ...more }, tool);
};
export const send = (amount: string, reference: string, more: ToolCall['input'] = {}): ToolCall =>
	call({ address: TRON, amount, reference, ...more });

/** A step of one execution, in which the scripted model makes these calls one after the other. */
export const asks = (says: string, ...made: ToolCall[]): Step => ({ says, turns: made.map((single) => [single]) });

export const bill = (payee: string, kobo: string, more = '') => {
	const [bank = '', number = ''] = payee.split(':');
	return `Please pay this bill: ${kobo} kobo to account ${number} at the bank with code ${bank}.${more === '' ? '' : ` ${more}`}`;
};
