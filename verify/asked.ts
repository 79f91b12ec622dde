import { readInvoice } from '../nodes/core/payees/lightning';
import { NotShown } from './finding';
import { textOf, type JsonValue, type Members } from './json';
import { exactly, factorOf, isAbout, ofMinor } from './relation';

/* Compares quotes with their requests: currencies, amount, total, fees, rate, invoice and payee. */

/** An amount of a quote, in millionths of a minor unit. Throws NotShown if it isn't a number. */
export function amountIn(quote: Members, name: string): bigint {
	const amount = exactly(quote[name]);
	if (amount === null) throw new NotShown(`\`${name}\` of a quote isn't a number`);
	return amount;
}

/** The difference between a quote and its request, in words; null if they agree. */
export function apartFrom(sent: Members, quote: Members): string | null {
	for (const name of ['sourceCurrency', 'targetCurrency']) {
		const stated = textOf(quote[name]);
		if (stated !== null && stated !== sent[name]) return `\`${name}\` is "${stated}"`;
	}
	return (
		amountApart(sent, quote) ?? totalApart(quote) ?? rateApart(quote) ?? invoiceApart(quote) ?? payeeApart(sent, quote)
	);
}

function amountApart(sent: Members, quote: Members): string | null {
	const asked = ofMinor(BigInt(textOf(sent.amount) ?? 0));
	const isSource = sent.paymentCurrency === sent.sourceCurrency;
	const amount = amountIn(quote, isSource ? 'amountInSourceCurrency' : 'amountInTargetCurrency');
	const fees = isSource ? amountIn(quote, FEES) : 0n;
	const factor = [amount, amount + fees, amount - fees].includes(asked) ? '' : factorOf(amount, asked);
	return factor === '' ? null : `it is for ${factor} what was asked for`;
}

const FEES = 'transactionFeesInSourceCurrency';

/** Checks that the total equals the amount, with or without the fees. */
function totalApart(quote: Members): string | null {
	const [amount, fees] = [amountIn(quote, 'amountInSourceCurrency'), amountIn(quote, FEES)];
	const total = amountIn(quote, 'totalAmountInSourceCurrency') - (exactly(quote.customerInternalFee) ?? 0n);
	if (fees * 2n > amount) return 'the fees are more than half of the amount';
	if (total === amount || total === amount + fees) return null;
	const than = total < amount ? 'the total is less than the amount' : 'the total is more than amount and fees';
	return `${than}: it is ${factorOf(total, amount)} the amount`;
}

/** Checks that the bitcoin sold is worth the target amount, within 50 %, because small quotes have high fees. */
function rateApart(quote: Members): string | null {
	const rate = exactly(quote.exchangeRate) ?? 0n;
	if (rate <= 0n || quote.sourceCurrency !== 'BTCSAT') return null;
	const worth = (amountIn(quote, 'amountInSourceCurrency') * rate) / 1_000_000_000_000n;
	const target = amountIn(quote, 'amountInTargetCurrency');
	return isAbout(worth, target, 500n) ? null : `by its rate it costs ${factorOf(worth, target)} what it is for`;
}

function invoiceApart(quote: Members): string | null {
	const text = textOf(quote.invoice);
	if (text === null) return null;
	const read = readInvoice(text);
	if (!read.ok) return `its invoice ${read.reason}`;
	const { amountMsat, paymentHash } = read.value;
	const [asked, total] = [(amountMsat ?? 0n) * 1_000n, amountIn(quote, 'totalAmountInSourceCurrency')];
	if (!isAbout(asked, total, 0n)) return `its invoice asks for ${factorOf(asked, total)} the total`;
	return paymentHash === (textOf(quote.hash) ?? paymentHash).toLowerCase() ? null : 'its invoice is of another payment';
}

/** The last four digits of each phone, till, PayBill and account: they are the same however a number is written. */
const endsIn = (value: JsonValue | undefined): ReadonlyArray<readonly [string, string]> =>
	[...JSON.stringify(value ?? null).matchAll(/"(\w*Number)":"[^"]*?(\d{4})"/g)].map(([, name = '', end = '']) => [
		name,
		end,
	]);

function payeeApart({ beneficiary }: Members, quote: Members): string | null {
	const wanted = new Map(endsIn(beneficiary));
	const other = endsIn(quote).find(([name, end]) => (wanted.get(name) ?? end) !== end);
	return other === undefined ? null : `it names another \`${other[0]}\``;
}
