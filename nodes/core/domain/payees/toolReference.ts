/** Makes the reference of an AI tool's payment from the payment itself. */
export function toolReferenceOf(prefix: string, day: string, payee: string, amount: string): string {
	return `${prefix} ${day} ${payee} ${amount}`;
}
