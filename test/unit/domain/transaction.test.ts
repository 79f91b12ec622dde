/** What a payment's response states: its fees, and an amount or a payee that differs from the request. */
import type { JsonObject } from '../../../nodes/core/domain/json';
import type { Payee } from '../../../nodes/core/payees/allowedPayees';
import { otherAmountIn, statedFees } from '../../../nodes/core/domain/transaction';
import { otherPayeeIn } from '../../../nodes/core/payees/allowedPayees';
import { DEMO_ADDRESSES } from '../../../sandbox';
import { INVOICE, PAYMENT_HASH } from '../../cases/quoteParts';

const ASKED = { minor: 400n, currency: 'USDT' } as const;

it.each<[string, JsonObject, bigint | null]>([
	['the amount', { amount: 400 }, null],
	['the amount with a sign', { amount: -400 }, null],
	['the amount in small letters', { amount: '400', currency: 'usdt' }, null],
	['its fees added', { amount: 500, fees: 100 }, null],
	['its fees taken off', { amount: 300, fees: 100 }, null],
	['an amount that is not whole', { amount: 4.5 }, null],
	['the amount of another currency', { amount: 600_000, currency: 'NGN' }, null],
	['no currency', { amount: 40_000, currency: null }, null],
	['no amount', {}, null],
	['a kobo more', { amount: 401 }, 401n],
	['more than its fees', { amount: 501, fees: 100 }, 501n],
	['twice as much', { amount: 800 }, 800n],
	['two thirds', { amount: 267 }, 267n],
	['nothing', { amount: 0 }, 0n],
	['another amount with a sign', { amount: -40_000 }, 40_000n],
])('a response with %s', (_, stated, other) => {
	const found = otherAmountIn({ currency: 'USDT', ...stated }, ASKED);
	expect(found).toEqual(other === null ? null : { minor: other, currency: 'USDT' });
	expect(otherAmountIn({ currency: 'USDT', ...stated }, null)).toBeNull();
});

const account: Payee = { kind: 'account', bank: '000013', accountNumber: '0123456789' };
const usdt: Payee = { kind: 'address', network: 'trc20', address: DEMO_ADDRESSES.trc20 };
const evm: Payee = { kind: 'address', network: 'erc20', address: DEMO_ADDRESSES.erc20 };
const invoice: Payee = { kind: 'invoice', invoice: INVOICE };
const OTHER = DEMO_ADDRESSES.trc20.replace(/.$/, '9');

it.each<[string, Payee, JsonObject, string | null]>([
	['another account', account, { metadata: { bankAccountNumber: '0123456780' } }, '0123456780'],
	['another account as a number', account, { ngnMetadata: { bankAccountNumber: 9_123_456_789 } }, '9123456789'],
	['an address', account, { metadata: { address: OTHER } }, OTHER],
	['another address', usdt, { metadata: { address: OTHER } }, OTHER],
	['another hash', invoice, { hash: 'F'.repeat(64) }, 'F'.repeat(64)],
	['its own account', account, { metadata: { bankAccountNumber: '0123456789' } }, null],
	['its own account as a number', account, { metadata: { bankAccountNumber: 123_456_789 } }, null],
	['a masked account', account, { metadata: { bankAccountNumber: '******6780' } }, null],
	['one masked with letters', account, { metadata: { bankAccountNumber: 'XXXXXX6780' } }, null],
	['a shorter account', account, { metadata: { bankAccountNumber: '6780' } }, null],
	['no account', account, { metadata: { bankAccountNumber: null } }, null],
	['no metadata', account, { metadata: null }, null],
	['a hash of no invoice', account, { hash: 'F'.repeat(64) }, null],
	['its own address', usdt, { metadata: { address: DEMO_ADDRESSES.trc20 } }, null],
	['its own address in capitals', evm, { metadata: { address: DEMO_ADDRESSES.erc20.toUpperCase() } }, null],
	['a cut address', usdt, { metadata: { address: `${OTHER.slice(0, 20)}...${OTHER.slice(0, 20)}` } }, null],
	['its own hash in capitals', invoice, { hash: PAYMENT_HASH.toUpperCase() }, null],
	['what is no payment hash', invoice, { hash: 'not known yet' }, null],
	['no hash', invoice, {}, null],
	['an account beside an invoice', invoice, { metadata: { bankAccountNumber: '0123456789' } }, null],
	['an account of nobody', { kind: 'ownWallet' }, { metadata: { bankAccountNumber: '0123456789' } }, null],
])('a response with %s', (_, payee, stated, other) => {
	expect(otherPayeeIn(stated, payee)).toBe(other);
});

it.each<[string, JsonObject, object | null]>([
	['of a transaction', { fees: 50, currency: 'ngn' }, { minor: 50n, currency: 'NGN' }],
	['of none', { fees: 0, currency: 'NGN' }, { minor: 0n, currency: 'NGN' }],
	[
		'of a quote, rounded up',
		{ transactionFeesInSourceCurrency: 12.5, sourceCurrency: 'NGNKOBO' },
		{ minor: 13n, currency: 'NGN' },
	],
	['below nothing', { fees: -1, currency: 'NGN' }, null],
	['without a currency', { fees: 50 }, null],
	['that nothing states', { currency: 'NGN' }, null],
])('fees %s', (_, stated, fees) => {
	expect(statedFees(stated)).toEqual(fees);
});
