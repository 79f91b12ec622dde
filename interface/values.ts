/** The kinds of values that requests, answers and events are made of. */
import * as z from 'zod';
import { inferred, oneOf, showing } from './knowledge';

export const uuid = showing(z.uuid(), '3f1c9f0e-3f57-4c39-8d0a-0d5b6c1c2a10');
export const text = showing(z.string(), 'Some text');
export const filled = showing(z.string().min(1), 'Some text');
export const time = showing(z.iso.datetime({ offset: true }), '2026-01-15T09:00:00.000Z');
export const flag = z.boolean();
export const link = showing(z.url(), 'https://shop.example/paid');

/** Two groups of digits with a dash, such as 43477-4306. */
export const orderId = showing(z.string().regex(/^\d+-\d+$/), '43477-4306');
export const hash = showing(z.string(), '5d41402abc4b2a76b9719d911017c592ae41e4649b934ca495991b7852b85500');

/** An amount in the currency's lowest unit, as a number. */
export const minorNumber = showing(z.number().int(), 1_250_075);
/** A price or a rate. */
export const rate = showing(z.number(), 1524.37);
/** A decimal number as text; an amount of money has two decimals. */
export const decimalText = showing(z.string().regex(/^\d+(\.\d+)?$/), '3750.00');
/** An amount in the currency's lowest unit, as text; requests use this form. */
export const minorText = showing(z.string().regex(/^[1-9]\d*$/), '250000');
/** A target amount in an answer, which may be a number or text. */
export const numberOrText = z.union([minorNumber, decimalText]);

export const sourceCode = z.enum(['BTCSAT', 'NGNKOBO']);
export const targetCode = z.enum(['NGNKOBO', 'KESCENT', 'ZARCENT', 'GHSPESEWA', 'BTCSAT']);
export const collection = z.enum(['LIGHTNING', 'BANKTRANSFER']);
const inUsd = {
	values: ['USD'],
	because: 'Wallets can be asked for by USD',
	see: 'docs/reference/interface.md#get-wallet',
} as const;
export const transactionCurrency = oneOf(['NGN', 'KES', 'BTC', 'ZAR', 'GHS', 'USDT'], inUsd);
/** Currencies of looked-up transactions; the documented list lacks GHS. */
export const lookedUpCurrency = oneOf(['NGN', 'KES', 'BTC', 'ZAR', 'USDT'], { ...inUsd, values: ['USD', 'GHS'] });

const more = <const V extends readonly string[]>(...values: V) => ({
	values,
	because: 'It can be asked for, and what was asked for has to come back',
	see: 'docs/why/questions.md#answers' as const,
});
export const orderCurrency = oneOf(['NGN', 'KES'], more('ZAR', 'GHS', 'BTC'));
/** Currencies of the order and the quote within a transaction's metadata. */
export const settledCurrency = oneOf(['NGN', 'KES', 'ZAR'], more('GHS', 'BTC'));
export const settledSource = oneOf(['BTCSAT'], more('NGNKOBO'));
export const settledTarget = oneOf(['NGNKOBO', 'KESCENT', 'ZARCENT'], more('GHSPESEWA', 'BTCSAT'));
/** Target currencies in answers; the documented list lacks BTCSAT. */
export const answeredTarget = oneOf(['NGNKOBO', 'KESCENT', 'ZARCENT', 'GHSPESEWA'], more('BTCSAT'));
export const answeredCollection = oneOf(['LIGHTNING'], more('BANKTRANSFER'));
export const walletCurrency = z.enum(['NGN', 'KES', 'BTC', 'USD', 'USDT']);
export const transactionType = z.enum(['WITHDRAWAL', 'DEPOSIT']);
export const transactionStatus = z.enum(['SUCCESS', 'PENDING', 'FAILED']);
export const orderStatus = z.enum(['PAID', 'PENDING', 'EXPIRED', 'FAILED']);
export const network = z.enum(['trc20', 'erc20', 'plasma', 'solana', 'polygon']);
export const speed = z.enum(['slow', 'medium', 'fast']);

/** The `status` of a success; the documentation uses both words. */
const word = z.enum(['ok', 'success']);

/** A successful answer with its data. */
export const answering = <T extends z.ZodType>(data: T) => z.strictObject({ status: word, data });

/** A successful answer with its data and the message that some calls add. */
export const answeringWithMessage = <T extends z.ZodType>(data: T) =>
	z.strictObject({ status: word, message: text, data });

/** A successful answer that has only a message. */
export const messageOnly = z.strictObject({ status: word, message: text });

/** The body of every refusal. */
export const refusal = z.strictObject({ status: z.literal('error'), message: filled });

/** The reference that the caller gave; null if there was none. */
export const customerReference = z.union([
	showing(z.string(), 'INV-2026-0412'),
	inferred(z.null(), 'Older examples have null under the older name', 'docs/why/questions.md#answers'),
]);
