/** The messages that the documentation shows, as it writes them (docs/reference/interface.md#errors). */
export const DOCUMENTED = {
	invalidKey: 'Invalid API key provided',
	unknownAccount: 'Invalid account number or bank code',
	unknownQuote: 'Invalid quote ID',
	otherAmount: 'Amount mismatch',
	quotePaid: 'Quote already paid',
	quoteExpired: 'quote expired',
	invalidCurrency: 'Invalid currency',
	invalidPaymentCurrency: 'Invalid payment currency',
	tooSmall: 'Amount too small',
	autopayoutCurrency: 'Autopayout requires payment currency to be target currency',
	otherInvoiceAmount: 'Invoice amount mismatch',
	otherName: 'name mismatch',
	tooLittleMoney: 'insufficient balance',
} as const;

/**
 * The sandbox's own messages, for refusals whose words are not documented: ASSUMED.messages. They name the wrong
 * member first, as validators do.
 */
export const OWN = {
	readOnlyKey: 'Insufficient permissions',
	unknownPath: (method: string, path: string) => `Cannot ${method} ${path}`,
	wrongMethod: 'Method not allowed',
	tooLarge: 'Request body is too large',
	notJson: 'Invalid JSON in the request body',
	notJsonType: 'Content-Type must be application/json',
	tooMany: 'Too many requests',
	unknownLightningAddress: 'Lightning address not found',
	broken: 'The request could not be handled',
	invalid: (member: string) => `${member} is invalid`,
	missing: (member: string) => `${member} is required`,
	noWallet: (currency: string) => `There is no ${currency} wallet`,
	otherWallet: (currency: string) => `sourceWallet must be ${currency}`,
	notFound: (what: 'Order' | 'Payment link' | 'Transaction' | 'Wallet') => `${what} not found`,
	randAutopayout: 'autopayout must be true',
	randFee: 'customerInternalFee must be 0',
	noBeneficiaries: (currency: string) => `There are no beneficiaries in ${currency}`,
	paidInvoice: 'Lightning invoice has already been paid',
	linkPaid: 'The order has already been paid',
	linkExpired: 'The order has expired',
	unknownIdentifier: (type: string) => `${type} identifier not found`,
	notOnStaging: 'Validation of identifiers is not supported on staging',
	notOnLive: 'Simulation is not supported on the live deployment',
	noWebhook: 'No webhook is registered',
} as const;
