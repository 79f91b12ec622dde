/**
 * Plain phrases with which people search for what this package does, by kind of user. They were written before the
 * package's search words. Add a phrase if a user didn't find the package; never remove one because it finds nothing.
 */
export const PHRASES = {
	finance: [
		...['payroll', 'salaries', 'disburse salaries', 'pay suppliers', 'vendor payments', 'bulk payments', 'mass payout'],
		...['send money', 'send money to Nigerian bank account', 'bank transfer', 'remittance', 'mobile money', 'M-Pesa'],
		...['reconcile', 'account statement', 'receipt', 'treasury', 'exchange rate', 'swap currencies', 'naira'],
		...['Nigeria', 'Kenya', 'Ghana', 'South Africa', 'pay invoice', 'approve payments', 'payout', 'wages'],
		...['pay staff', 'beneficiary', 'batch payout'],
	],
	shops: [
		...['payment received trigger', 'payment link', 'accept bitcoin', 'accept payments', 'deposit', 'checkout link'],
		...['crypto payment', 'stablecoin', 'USDT', 'withdraw money', 'collect payments', 'verify bank account'],
		...['money received', 'incoming payment', 'refund'],
	],
	developers: [
		...[
			'lightning network',
			'pay lightning invoice',
			'bitcoin wallet',
			'fiat off-ramp',
			'payment webhook',
			'USDT wallet',
		],
		...['idempotent payout', 'cross-border payments', 'transfer funds', 'mavapay', 'bank codes'],
	],
};
