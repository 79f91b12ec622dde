/** Keys of each kind of payment in the record: if one changes, known payees look new and repeats go unnoticed. */
import { quoteAccept } from '../../../../nodes/Mavapay/operations/quote/accept';
import { quoteCreateAndAccept } from '../../../../nodes/Mavapay/operations/quote/createAndAccept';
import { withdrawalToBankAccount } from '../../../../nodes/Mavapay/operations/withdrawal/toBankAccount';
import { withdrawalToGhana } from '../../../../nodes/Mavapay/operations/withdrawal/abroad';
import { withdrawalToKenya } from '../../../../nodes/Mavapay/operations/withdrawal/abroad';
import { withdrawalToLightning } from '../../../../nodes/Mavapay/operations/withdrawal/toLightning';
import { withdrawalToSouthAfrica } from '../../../../nodes/Mavapay/operations/withdrawal/abroad';
import { withdrawalToStablecoin } from '../../../../nodes/Mavapay/operations/withdrawal/toStablecoin';
import type { JsonObject } from '../../../../nodes/core/domain/json';
import { alikeOf, likenessOf, payeeOf } from '../../../../nodes/core/payout/sealedPayment';
import type { PayOperation } from '../../../../nodes/core/operation/operation';
import type { PaymentPlan } from '../../../../nodes/core/payout/plan';
import { DEMO_ADDRESSES, makeInvoice } from '../../../../sandbox';
import { lightningNode } from '../../../../sandbox/crypto/lightningNode';
import { DEMO_NODE } from '../../../../sandbox/demo';
import { INVOICE, invoiceFor, PAYMENT_HASH, swapped } from '../../../cases/quoteParts';
import { asItem, NOW_MS, scopeOf, type Parameters } from '../../../harness/operations';

const abroad = { amount: '100000', amountUnit: 'minor', sourceWallet: 'NGN', maximumAmount: '9000000' };
const bank = { bank: '100004', accountNumber: '0123456789', amount: '500000', amountUnit: 'minor' };
const kenya = { ...abroad, kesAccountName: 'Amina Otieno' };
const phone = { ...kenya, to: 'phone', phoneNumber: '0712345678', kesNetwork: 'mpesa' };
const ghana = { ...abroad, ghsPhoneNumber: '+233241234567', accountName: 'Kofi Mensah' };
const southAfrica = { ...abroad, zarBank: 'Capitec Bank', accountNumber: '01352900000', accountName: 'Thandi Nkosi' };
const usdt = { amount: '100', amountUnit: 'minor', network: 'erc20', address: DEMO_ADDRESSES.erc20 };
const bounds = { maximumAmount: '9000000', minimumTargetAmount: '1' };
const somebody = { ...swapped, ...bounds, sendTo: 'somebody', amountIs: 'arrives' };
const toNaira = { ...somebody, from: 'BTC', to: 'NGN', beneficiaryType: 'ngn', accountName: 'Ada Obi', ...bank };
const toKes = { ...somebody, to: 'KES', beneficiaryType: 'kes', kesAccountName: 'Amina Otieno' };
const toBtc = { ...somebody, amount: '1000', beneficiaryType: 'btc' };
const OF_NODE = makeInvoice({
	network: 'tbs',
	amountMsat: 2_500_000,
	timestamp: NOW_MS / 1000,
	expirySeconds: 3_600,
	node: DEMO_NODE,
});
const ON_CHAIN = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';

const swapToJson = (beneficiary: JsonObject) =>
	[quoteCreateAndAccept, { ...toBtc, beneficiaryType: 'json', beneficiaryJson: JSON.stringify(beneficiary) }] as const;

const PAYMENTS: ReadonlyArray<readonly [name: string, operation: PayOperation, parameters: Parameters]> = [
	['account', withdrawalToBankAccount, bank],
	['account with a supplier', withdrawalToBankAccount, { ...bank, supplier: 'Obi & Sons Ltd' }],
	['account with zeros', withdrawalToBankAccount, { ...bank, accountNumber: '0012345678' }],
	['account at another bank', withdrawalToBankAccount, { ...bank, bank: '000013' }],
	['account in naira', withdrawalToBankAccount, { ...bank, amount: '5000.00', amountUnit: 'major' }],
	['invoice', withdrawalToLightning, { invoice: INVOICE }],
	['invoice in capitals', withdrawalToLightning, { invoice: INVOICE.toUpperCase() }],
	['invoice with a memo', withdrawalToLightning, { invoice: INVOICE, options: { memo: 'May' } }],
	['invoice without an amount', withdrawalToLightning, { invoice: invoiceFor('') }],
	['invoice of a known node', withdrawalToLightning, { invoice: OF_NODE, supplier: 'Obi' }],
	['address on erc20', withdrawalToStablecoin, usdt],
	['address in lower case', withdrawalToStablecoin, { ...usdt, address: DEMO_ADDRESSES.erc20.toLowerCase() }],
	['address on polygon', withdrawalToStablecoin, { ...usdt, network: 'polygon' }],
	['address on trc20', withdrawalToStablecoin, { ...usdt, network: 'trc20', address: DEMO_ADDRESSES.trc20 }],
	['address on solana', withdrawalToStablecoin, { ...usdt, network: 'solana', address: DEMO_ADDRESSES.solana }],
	['phone in Kenya', withdrawalToKenya, phone],
	['phone in Kenya from Bitcoin', withdrawalToKenya, { ...phone, sourceWallet: 'BTC' }],
	['phone on Airtel', withdrawalToKenya, { ...phone, kesNetwork: 'airtel', supplier: 'Otieno' }],
	['till', withdrawalToKenya, { ...kenya, to: 'till', tillNumber: '0123456' }],
	['PayBill', withdrawalToKenya, { ...kenya, to: 'payBill', paybillNumber: '0247247', paybillAccountNumber: 'A 17' }],
	['phone in Ghana', withdrawalToGhana, ghana],
	['phone in Ghana, local', withdrawalToGhana, { ...ghana, ghsPhoneNumber: '0241234567' }],
	['South African account', withdrawalToSouthAfrica, southAfrica],
	['South African supplier', withdrawalToSouthAfrica, { ...southAfrica, supplier: 'Nkosi' }],
	['swap', quoteCreateAndAccept, swapped],
	['swap by what arrives', quoteCreateAndAccept, { ...swapped, ...bounds, amountIs: 'arrives', amount: '1000' }],
	['swap with a reference', quoteCreateAndAccept, { ...swapped, options: { customerReference: 'order-17' } }],
	['swap with a fee', quoteCreateAndAccept, { ...swapped, options: { customerInternalFee: 5 } }],
	['swap back', quoteCreateAndAccept, { ...swapped, from: 'BTC', to: 'NGN' }],
	['swap to an account', quoteCreateAndAccept, toNaira],
	['swap to an account with a supplier', quoteCreateAndAccept, { ...toNaira, supplier: 'Obi' }],
	['swap to an account by what leaves', quoteCreateAndAccept, { ...toNaira, amountIs: 'leaves' }],
	[
		'swap to a phone',
		quoteCreateAndAccept,
		{ ...toKes, kesIdentifierType: 'paytophone', phoneNumber: '+254712345678', kesNetwork: 'mpesa' },
	],
	['swap to a till', quoteCreateAndAccept, { ...toKes, kesIdentifierType: 'paytotill', tillNumber: '5123456' }],
	['swap to an invoice', quoteCreateAndAccept, { ...toBtc, btcDestination: 'lnInvoice', invoice: INVOICE }],
	[
		'swap to a Lightning address',
		quoteCreateAndAccept,
		{ ...toBtc, btcDestination: 'lnAddress', lnAddress: 'Ada@example.com' },
	],
	[
		'swap to a Bitcoin address',
		quoteCreateAndAccept,
		{ ...toBtc, btcDestination: 'onChainAddress', onChainAddress: ON_CHAIN },
	],
	['swap to JSON', ...swapToJson({ lnAddress: 'Ada@example.com' })],
	['JSON of nobody known', ...swapToJson({ walletTag: 'Ada' })],
	['JSON of two payees', ...swapToJson({ lnAddress: 'ada@example.com', tillNumber: '5123456' })],
	['JSON of an account', ...swapToJson({ bankCode: '100004', bankAccountNumber: '0123456789', lnAddress: '' })],
	['JSON of an account as a number', ...swapToJson({ bankCode: ' ', bankName: 'Opay', bankAccountNumber: 123456789 })],
	['JSON of a phone', ...swapToJson({ identifiers: { phoneNumber: '+254712345678', network: 'mpesa' } })],
	['JSON of a till', ...swapToJson({ identifiers: { tillNumber: '05123456' } })],
	['JSON of a PayBill', ...swapToJson({ identifiers: { paybillNumber: '247247', accountNumber: 'a17' } })],
	['JSON of an invoice', ...swapToJson({ lnInvoice: INVOICE.toUpperCase() })],
	['JSON of a Bitcoin address', ...swapToJson({ onChainAddress: ON_CHAIN.toUpperCase() })],
	['quote', quoteAccept, { quoteId: 'q-1', sourceWallet: 'NGN' }],
	['quote from Bitcoin', quoteAccept, { quoteId: 'q-1', sourceWallet: 'BTC' }],
];

function planOf(
	operation: PayOperation,
	parameters: Parameters,
	asTool: boolean,
	today = scopeOf().today,
): PaymentPlan | null {
	const presets = Object.fromEntries(Object.entries(operation.fields).map(([name, { face }]) => [name, face.default]));
	const typed = { referencePrefix: 'bills', allowedPayees: lightningNode(DEMO_NODE), paymentsPerDay: 5 };
	const given = { ...presets, payoutReference: 'R', ...parameters, ...(asTool ? { ...typed, '@tool': true } : {}) };
	const plan = operation.plan(
		{ ...asItem(given), resolved: { '@tool': asTool, ...given } },
		{ ...scopeOf(), today, asTool },
	);
	if (plan.ok) return plan.value;
	if (asTool) return null;
	throw new Error(JSON.stringify(plan.problems));
}

/** By payment: the key of its payee, the key that finds repeats, and the key that blocks its payee for tools. */
const KEYS: Readonly<Record<string, ReadonlyArray<string | null>>> = {
	account: ['100004:0123456789', 'account:123456789 500000 NGN', 'account:123456789'],
	'account with a supplier': ['100004:0123456789', 'account:123456789 500000 NGN', 'account:123456789'],
	'account with zeros': ['100004:0012345678', 'account:12345678 500000 NGN', 'account:12345678'],
	'account at another bank': ['000013:0123456789', 'account:123456789 500000 NGN', 'account:123456789'],
	'account in naira': ['100004:0123456789', 'account:123456789 500000 NGN', 'account:123456789'],
	invoice: [PAYMENT_HASH, `invoice ${PAYMENT_HASH} once`, PAYMENT_HASH],
	'invoice in capitals': [PAYMENT_HASH, `invoice ${PAYMENT_HASH} once`, PAYMENT_HASH],
	'invoice with a memo': [PAYMENT_HASH, `invoice ${PAYMENT_HASH} once`, PAYMENT_HASH],
	'invoice without an amount': [PAYMENT_HASH, `invoice ${PAYMENT_HASH} once`, PAYMENT_HASH],
	'invoice of a known node': [
		'1c8a88aee17d602b13bb3ede1e9b6f6c70c3165cda79ae0a29933c3ed1811176',
		'invoice 1c8a88aee17d602b13bb3ede1e9b6f6c70c3165cda79ae0a29933c3ed1811176 once',
		'02ec853e8f7b1eb5b04433709662afecb4321764134fa1055ba6a4c486f5397b91',
	],
	'address on erc20': [
		'0x13fb0ee3b64765a2a811c55f0e3c9dc0371837aa',
		'0x13fb0ee3b64765a2a811c55f0e3c9dc0371837aa 100 USDT',
		'0x13fb0ee3b64765a2a811c55f0e3c9dc0371837aa',
	],
	'address in lower case': [
		'0x13fb0ee3b64765a2a811c55f0e3c9dc0371837aa',
		'0x13fb0ee3b64765a2a811c55f0e3c9dc0371837aa 100 USDT',
		'0x13fb0ee3b64765a2a811c55f0e3c9dc0371837aa',
	],
	'address on polygon': [
		'0x13fb0ee3b64765a2a811c55f0e3c9dc0371837aa',
		'0x13fb0ee3b64765a2a811c55f0e3c9dc0371837aa 100 USDT',
		'0x13fb0ee3b64765a2a811c55f0e3c9dc0371837aa',
	],
	'address on trc20': [
		'TCjXnPfPSijzz9cqumV6auM1eoCwMmsJtF',
		'TCjXnPfPSijzz9cqumV6auM1eoCwMmsJtF 100 USDT',
		'TCjXnPfPSijzz9cqumV6auM1eoCwMmsJtF',
	],
	'address on solana': [
		'4dtMkeTtHznQM8wB2nJAxasrbcpZZAM1so1g7G3YCZ2P',
		'4dtMkeTtHznQM8wB2nJAxasrbcpZZAM1so1g7G3YCZ2P 100 USDT',
		'4dtMkeTtHznQM8wB2nJAxasrbcpZZAM1so1g7G3YCZ2P',
	],
	'phone in Kenya': ['+254712345678', '+254712345678 100000 KES', '+254712345678'],
	'phone in Kenya from Bitcoin': ['+254712345678', '+254712345678 100000 KES', '+254712345678'],
	'phone on Airtel': ['+254712345678', '+254712345678 100000 KES', '+254712345678'],
	till: ['till:123456', 'till:123456 100000 KES', 'till:123456'],
	PayBill: ['paybill:247247:a17', 'paybill:247247:a17 100000 KES', 'paybill:247247:a17'],
	'phone in Ghana': ['+233241234567', '+233241234567 100000 GHS', '+233241234567'],
	'phone in Ghana, local': ['+233241234567', '+233241234567 100000 GHS', '+233241234567'],
	'South African account': ['Capitec Bank:01352900000', 'account:1352900000 100000 ZAR', 'account:1352900000'],
	'South African supplier': ['Capitec Bank:01352900000', 'account:1352900000 100000 ZAR', 'account:1352900000'],
	swap: [null, null, '["quote:createAndAccept",{"is":"swap","from":"NGN","to":"BTC"}]'],
	'swap by what arrives': [null, null, '["quote:createAndAccept",{"is":"swap","from":"NGN","to":"BTC"}]'],
	'swap with a reference': [null, null, '["quote:createAndAccept",{"is":"swap","from":"NGN","to":"BTC"}]'],
	'swap with a fee': [null, null, '["quote:createAndAccept",{"is":"swap","from":"NGN","to":"BTC"}]'],
	'swap back': [null, null, '["quote:createAndAccept",{"is":"swap","from":"BTC","to":"NGN"}]'],
	'swap to an account': ['100004:0123456789', 'account:123456789 500000 NGN', 'account:123456789'],
	'swap to an account with a supplier': ['100004:0123456789', 'account:123456789 500000 NGN', 'account:123456789'],
	'swap to an account by what leaves': ['100004:0123456789', null, 'account:123456789'],
	'swap to a phone': ['+254712345678', '+254712345678 500000 KES', '+254712345678'],
	'swap to a till': ['till:5123456', 'till:5123456 500000 KES', 'till:5123456'],
	'swap to an invoice': [PAYMENT_HASH, `invoice ${PAYMENT_HASH} once`, PAYMENT_HASH],
	'swap to a Lightning address': ['ada@example.com', 'ada@example.com 1000 BTC', 'ada@example.com'],
	'swap to a Bitcoin address': [
		'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
		'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx 1000 BTC',
		'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
	],
	'swap to JSON': ['ada@example.com', 'ada@example.com 1000 BTC', 'ada@example.com'],
	'JSON of nobody known': [
		'["quote:createAndAccept",{"walletTag":"Ada"}]',
		'["quote:createAndAccept",{"walletTag":"Ada"}] 1000 BTC',
		'["quote:createAndAccept",{"walletTag":"Ada"}]',
	],
	'JSON of two payees': [
		'["quote:createAndAccept",{"lnAddress":"ada@example.com","tillNumber":"5123456"}]',
		'["quote:createAndAccept",{"lnAddress":"ada@example.com","tillNumber":"5123456"}] 1000 BTC',
		'["quote:createAndAccept",{"lnAddress":"ada@example.com","tillNumber":"5123456"}]',
	],
	'JSON of an account': ['100004:0123456789', 'account:123456789 1000 BTC', 'account:123456789'],
	'JSON of an account as a number': ['Opay:123456789', 'account:123456789 1000 BTC', 'account:123456789'],
	'JSON of a phone': ['+254712345678', '+254712345678 1000 BTC', '+254712345678'],
	'JSON of a till': ['till:5123456', 'till:5123456 1000 BTC', 'till:5123456'],
	'JSON of a PayBill': ['paybill:247247:a17', 'paybill:247247:a17 1000 BTC', 'paybill:247247:a17'],
	'JSON of an invoice': [PAYMENT_HASH, `invoice ${PAYMENT_HASH} once`, PAYMENT_HASH],
	'JSON of a Bitcoin address': [
		'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
		'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx 1000 BTC',
		'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
	],
	quote: [null, 'quote q-1 once'],
	'quote from Bitcoin': [null, 'quote q-1 once'],
};

function keysOf([, operation, parameters]: (typeof PAYMENTS)[number]) {
	const [paid, asTool] = [false, true].map((tool) => planOf(operation, parameters, tool)?.sealed);
	if (paid === undefined) throw new Error('It is not planned');
	const like = likenessOf(paid);
	const alike = like && `${like.payee} ${like.amount?.minor ?? 'once'} ${like.amount?.currency ?? ''}`.trim();
	return [payeeOf(paid)?.key ?? null, alike, ...(asTool === undefined ? [] : [alikeOf(asTool)])];
}

it('payments of every kind keep the names that rows are made of', () => {
	expect(Object.fromEntries(PAYMENTS.map((one) => [one[0], keysOf(one)]))).toEqual(KEYS);
	expect(PAYMENTS).toHaveLength(49);
});

it("a tool pays an invoice under one reference on every day, since only its first one may pay it, and others under the day's", () => {
	const referencesOf = (operation: PayOperation, parameters: Parameters) =>
		['2026-11-23', '2026-11-24'].map((today) => planOf(operation, parameters, true, today)?.sealed.reference);
	expect(referencesOf(withdrawalToLightning, { invoice: OF_NODE })).toEqual([
		KEYS['invoice of a known node']?.[0],
		KEYS['invoice of a known node']?.[0],
	]);
	expect(new Set(referencesOf(quoteCreateAndAccept, swapped)).size).toBe(2);
});
