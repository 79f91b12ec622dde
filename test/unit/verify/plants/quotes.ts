import {
	ACCEPT,
	BANK,
	LIGHTNING,
	USDT,
	type Json,
	type Row,
	answering,
	asking,
	deeply,
	hits,
	isRow,
	isTransaction,
	lastTarget,
	listing,
	parse,
	refusing,
	rowsOf,
	sending,
	sentBody,
	take,
	times,
} from './rewriting';
import { resigned } from '../account';
import { alsoTaking } from './money';
import type { Circumstance, Planted, Plants } from './planted';

const QUOTE = /^\/quote$/;

/** Quotes to a currency that the service reads in whole units. */
const inWhole = (target: string) =>
	sending('POST', QUOTE, (body) =>
		body.targetCurrency === target ? { ...body, amount: `${String(body.amount)}00` } : body,
	);

/** Changes the quotes to a currency. */
const quotesTo = (target: string, change: (row: Row) => Row) =>
	rowsOf('POST', QUOTE, (row, request) => (sentBody(request).targetCurrency === target ? change(row) : row));

/** Changes one amount of the quotes to a currency. */
const amountTo = (target: string, name: string, factor: number) =>
	quotesTo(target, (row) => ({ ...row, [name]: times(row[name], factor) }));

/** The service's clock is right in headers, but the creation times in one path's answers are an hour ahead. */
const inLagos = (path: RegExp): Pick<Planted, 'carry'> => ({
	carry: async (request, next, world) => {
		const came = await next(request);
		const headers = new Map([...came.headers, ['date', new Date(world.sandbox.clock.now()).toUTCString()]]);
		if (!hits(request, 'GET', path)) return { ...came, headers };
		const ahead = (time: string) => new Date(Date.parse(time) + 3_600_000).toISOString();
		const text = came.text.replace(/(?<="createdAt":")[^"]+/g, ahead);
		return { ...came, headers, text };
	},
});

const SOURCES = ['amountInSourceCurrency', 'totalAmountInSourceCurrency', 'transactionFeesInSourceCurrency'];
const codeOf = (bank: Json | undefined): Json => (isRow(bank) ? (bank.nipBankCode ?? null) : null);
const KENYAN = 'phone with its network';

/** Answering this request costs the NGN wallet 50 NGN that no list shows. */
const costing = (method: string, path: RegExp): Planted => ({
	differs: { 'nothing is paid: before the first payment': /lost/ },
	carry: async (request, next, world) => {
		const came = await next(request);
		if (hits(request, method, path) && came.status === 200) take(world, 'NGN', 5_000n);
		return came;
	},
});

/** Accepting a quote to this currency costs the NGN wallet an additional amount. */
const acceptCosting = (target: string, more: bigint) =>
	alsoTaking(ACCEPT, 200, 'NGN', (_sent, world) => (target === lastTarget(world) ? more : 0n));

/** Changes what the answer to a withdrawal states of its payee. */
const stating = (path: RegExp, payee: Row) =>
	rowsOf('POST', path, (row) => ({ ...row, hash: payee.hash ?? row.hash ?? null, metadata: payee }));

/** Quotes with another invoice: `factor` msat per satoshi of the total, with the quote's own hash if `isOwn`. */
const invoicing = (factor: number, isOwn: boolean, seen: RegExp): Planted => ({
	...rowsOf('POST', QUOTE, (row, _request, { sandbox }) => {
		if (row.invoice === '') return row;
		const amountMsat = String(Number(row.totalAmountInSourceCurrency) * factor);
		const made = sandbox.makeInvoice({ amountMsat, ...(isOwn && { paymentHash: String(row.hash) }) });
		return { ...row, invoice: made.invoice };
	}),
	differs: { 'amount of a quote': seen },
});

/** Quotes with another amount, total, currency or payee than requested, and money that leaves before payments. */
export const QUOTES: Plants = {
	'a quote to Kenya reads whole shillings': { ...inWhole('KESCENT'), differs: { [KENYAN]: /100 times/ } },
	'a quote to South Africa reads whole rand': { ...inWhole('ZARCENT'), differs: { 'payee in rand': /100 times/ } },
	'a quote to Ghana reads whole cedi': { ...inWhole('GHSPESEWA'), differs: { 'payee in cedi': /100 times/ } },
	'a quote to Kenya states its target in shillings': {
		...amountTo('KESCENT', 'amountInTargetCurrency', 0.01),
		differs: { [KENYAN]: /a hundredth of/ },
	},
	'a quote to Kenya has a total of a hundred times': {
		...amountTo('KESCENT', 'totalAmountInSourceCurrency', 100),
		differs: { [KENYAN]: /100 times/ },
	},
	'a quote to Ghana has all source amounts a hundred times': {
		...quotesTo('GHSPESEWA', (row) =>
			SOURCES.reduce((changed, name) => ({ ...changed, [name]: times(row[name], 100) }), row),
		),
		differs: { 'payee in cedi': /about 10\d times/ },
	},
	'a quote to Ghana has a total without its fees': {
		...quotesTo('GHSPESEWA', (row) => ({
			...row,
			totalAmountInSourceCurrency: Number(row.amountInSourceCurrency) - Number(row.transactionFeesInSourceCurrency),
		})),
		differs: { 'payee in cedi': /the total is less/ },
	},
	'a quote to Kenya is in KES': {
		...quotesTo('KESCENT', (row) => ({ ...row, targetCurrency: 'KES' })),
		differs: { [KENYAN]: /"KES"/ },
	},
	'a quote to Kenya names another phone': {
		...quotesTo('KESCENT', (row) => ({ ...row, beneficiary: { phoneNumber: '+254790111111' } })),
		differs: { [KENYAN]: /another `phoneNumber`/ },
	},
	'a payout in rand takes some more than its total': {
		...acceptCosting('ZARCENT', 44_000n),
		differs: { 'wallet after a payout in rand': /about 1\.1/ },
	},
	'a payout in shillings takes a hundred times its total': {
		...acceptCosting('KESCENT', 30_000_000n),
		differs: { 'wallet after a payout in shillings': /about \d+ times the total/ },
	},
	'a payout in cedi takes twice its total': {
		...acceptCosting('GHSPESEWA', 130_000n),
		differs: { 'wallet after a payout in cedi': /times the total/ },
	},
	'a bank withdrawal is answered with another account': {
		...stating(BANK, { bankAccountNumber: '0149200001' }),
		differs: { 'payee in the answer to a bank withdrawal': /another account/ },
	},
	'a USDT withdrawal is answered with another address': {
		...stating(USDT, { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }),
		differs: { 'payee in the answer to a USDT withdrawal': /another address/ },
	},
	'a Lightning withdrawal is answered with the hash of another payment': {
		...stating(LIGHTNING, { hash: 'ab'.repeat(32) }),
		differs: { 'payee in the answer to a Lightning withdrawal': /another payment hash/ },
	},
	'the invoice of a quote is for ten times its total': invoicing(10_000, true, /invoice asks for 10 times/),
	'the invoice of a quote is of another payment': invoicing(1_000, false, /invoice is of another payment/),
	'a quote takes money at once': costing('POST', QUOTE),
	'a payment link takes a fee': costing('POST', /^\/paymentlink$/),
	'a name enquiry takes a fee': costing('GET', /name-enquiry$/),
	'an accept with a bearer token is answered 401, and paid': {
		...answering('POST', ACCEPT, (_request, { status }) => (status === 200 ? refusing('Unauthorized', 401) : null)),
		hasToken: true,
		differs: { 'wallet after an accept': /it was refused: answered 401.*but/ },
	},
	'times of lists are those of Lagos': {
		...inLagos(/^\/transactions$/),
		differs: { 'clock of a payment': /one hour ahead, in the list/ },
	},
	'times of look-ups are those of Lagos': {
		...inLagos(/^\/transaction$/),
		differs: { 'clock of a payment': /one hour ahead, in the look-up/ },
	},
	'a name enquiry finds the holder at every bank': {
		...asking(/name-enquiry$/, (query) => {
			if (query.get('accountNumber') === '0123456789') query.set('bankCode', '000013');
		}),
		differs: { 'enquiry for nobody': /at another bank/ },
	},
	'the codes of banks are one place off': {
		...listing(/bankcode$/, (rows) =>
			rows.map((row, place) => (isRow(row) ? { ...row, nipBankCode: codeOf(rows.at(place - 1)) } : row)),
		),
		differs: { 'names of Nigerian banks': /another name/ },
	},
	'a bank is there twice': {
		...listing(/bankcode$/, (rows) =>
			rows.flatMap((row): Json[] =>
				isRow(row) ? [row, { ...row, nipBankCode: `9${String(row.nipBankCode).slice(1)}` }] : [row],
			),
		),
		differs: { 'names of Nigerian banks': /twice/ },
	},
	'all deposit addresses are one': {
		...rowsOf('GET', /stablecoin/, (row) => ({ ...row, address: 'TSameForAllOfThem' })),
		differs: { 'network of an address': /another one is the same/ },
	},
	'a deposit address takes another coin': {
		...rowsOf('POST', /generate-address$/, (row) => ({ ...row, currency: 'USDC' })),
		differs: { 'network of an address': /USDC/ },
	},
	'each payment in is told under a second ID': {
		deliver: (delivery) => {
			const body = delivery.event === 'payment.received' ? parse(delivery.body) : null;
			const again = deeply(body, (row) =>
				isTransaction(row) ? { ...row, id: `ffff${String(row.id).slice(4)}` } : row,
			);
			return !isRow(body) ? [delivery] : [delivery, resigned(delivery, JSON.stringify(again))];
		},
		differs: { 'event of a payment in': /another ID/ },
	},
	'events have the reference of another payment': {
		deliver: (delivery) => [
			resigned(delivery, delivery.body.replace(/(?<="customerReference":")[^"]+/g, 'invoice-of-somebody-else')),
		],
		differs: { 'reference of an event': /of another payment/ },
	},
};

/** Payouts to other countries that fail cost nothing once their money is back. */
export const FAILING_ABROAD: Plants<Circumstance> = {
	'payouts to other countries that fail at once': {
		carry: async (request, next, world) => {
			const came = await next(request);
			const isAbroad = hits(request, 'POST', ACCEPT) && /KES|GHS|ZAR/.test(String(lastTarget(world)));
			if (isAbroad) world.sandbox.settle({ all: true, status: 'FAILED' });
			return came;
		},
		notShown: ['rand', 'shillings', 'cedi'].map((currency) => `wallet after a payout in ${currency}`),
	},
};
