export interface Bank {
	bankName: string;
	nipBankCode: string;
}

const NIGERIAN: readonly (readonly [string, string])[] = [
	['Access Bank', '000014'],
	['Citibank Nigeria', '000009'],
	['Ecobank Nigeria', '000010'],
	['Fidelity Bank', '000007'],
	['First Bank of Nigeria', '000016'],
	['First City Monument Bank', '000003'],
	['Globus Bank', '000027'],
	['Guaranty Trust Bank', '000013'],
	['Heritage Bank', '000020'],
	['Jaiz Bank', '000006'],
	['Keystone Bank', '000002'],
	['Kuda Microfinance Bank', '090267'],
	['Moniepoint Microfinance Bank', '090405'],
	['OPay', '100004'],
	['PalmPay', '100033'],
	['Parallex Bank', '000030'],
	['Polaris Bank', '000008'],
	['Providus Bank', '000023'],
	['Stanbic IBTC Bank', '000012'],
	['Standard Chartered Bank', '000021'],
	['Sterling Bank', '000001'],
	['TAJ Bank', '000026'],
	['Titan Trust Bank', '000025'],
	['Union Bank of Nigeria', '000018'],
	['United Bank for Africa', '000004'],
	['Unity Bank', '000011'],
	['Wema Bank', '000017'],
	['Zenith Bank', '000015'],
];

/** Banks of Nigeria with their six-digit NIP codes. */
export const NG_BANKS: readonly Bank[] = NIGERIAN.map(([bankName, nipBankCode]) => ({
	bankName,
	nipBankCode,
}));

/** Banks of South Africa; the service lists them as plain names (docs/reference/interface.md#bank-codes). */
export const ZA_BANKS: readonly string[] = [
	'Absa Bank',
	'African Bank',
	'Bank Zero',
	'Bidvest Bank',
	'Capitec Bank',
	'Discovery Bank',
	'First National Bank',
	'Investec Bank',
	'Nedbank',
	'Sasfin Bank',
	'Standard Bank',
	'TymeBank',
];
