/** Makes the reference of an AI tool's payment from the payment itself. `toolPayeesIn` finds the payee in it again. */
export function toolReferenceOf(prefix: string, day: string, payee: string, amount: string): string {
	return `${prefix} ${day} ${payee} ${amount}`;
}

const AMOUNT_AT_END = / (open|\d+ \S+)$/;
const DAY = / \d{4}-\d{2}-\d{2}(?= )/g;
/** The payment hash of an invoice, which is a payee and a reference of its own. */
const INVOICE = /^[0-9a-f]{64}$/;

/** The payees that a reference may have been made for; several where a prefix holds what looks like a day. */
export function toolPayeesIn(reference: string): string[] {
	if (INVOICE.test(reference)) return [reference];
	const made = reference.replace(AMOUNT_AT_END, '');
	return [...made.matchAll(DAY)].map(({ index, 0: { length } }) => made.slice(index + length + 1));
}
