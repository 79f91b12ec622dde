import {
	ACCEPT,
	BANK,
	type Row,
	USDT,
	answering,
	bodyOf,
	everywhere,
	hits,
	isRow,
	isTransaction,
	json,
	parse,
	pathOf,
	refusing,
	rowsOf,
	sending,
	sentBody,
	take,
	times,
	told,
} from './rewriting';
import { KOBO } from '../../../../verify/cost';
import type { Planted, Plants } from './planted';
import type { Incoming, Outgoing } from '../../../../verify/transport';
import type { Plant, World } from '../account';

/** Takes an additional amount when a POST is answered with this status; a negative amount is given back. */
export const alsoTaking = (
	path: RegExp,
	status: number,
	currency: 'NGN' | 'USDT' | 'BTC',
	amount: (sent: Row, world: World, came: Incoming) => bigint,
): Pick<Plant, 'carry'> => ({
	carry: async (request, next, world) => {
		const came = await next(request);
		if (hits(request, 'POST', path) && came.status === status)
			take(world, currency, amount(sentBody(request), world, came));
		return came;
	},
});

/** The accepted quote's order has this status, and its transaction isn't found. */
const orderWithout = (status: string): Pick<Plant, 'carry'> => ({
	carry: async (request, next) => {
		const came = await next(request);
		if (pathOf(request) === '/transaction' && request.url.searchParams.has('orderId'))
			return refusing('Transaction not found', 404);
		if (!pathOf(request).startsWith('/order')) return came;
		const text = came.text
			.replace(/"status":"PAID"/g, `"status":"${status}"`)
			.replace(/"transactions":\[\{.*?\}\}\]/g, '"transactions":[]');
		return { ...came, text };
	},
});

const LISTS = /^\/(transactions?|order.*)$/;

const inCurrency = (currency: string, change: (row: Row) => Row) => (row: Row) =>
	isTransaction(row) && row.currency === currency ? change(row) : row;

/** A bank withdrawal that costs this many tenths of its amount, and no fees. */
const takingMore = (tenths: bigint): Planted => ({
	...alsoTaking(BANK, 200, 'NGN', ({ amount }) => (BigInt(String(amount)) * (tenths - 10n)) / 10n - 5_000n),
	differs: { 'wallet after a withdrawal': /of what was sent and stated/ },
});

const isUnderAnotherName = (request: Outgoing) =>
	hits(request, 'POST', BANK) && String(request.body).includes('QUODLIBET');

/** A bank withdrawal under the name that a name enquiry finds. */
async function underTheHoldersName(request: Outgoing, next: (one: Outgoing) => Promise<Incoming>) {
	const body = sentBody(request);
	const payee = isRow(body.beneficiary) ? body.beneficiary : {};
	const url = new URL(request.url);
	url.pathname = '/api/v1/bank/name-enquiry';
	url.search = '?bankCode=000013&accountNumber=0149200000';
	const enquiry = parse((await next({ ...request, method: 'GET', url, body: null })).text);
	const holder = isRow(enquiry) && isRow(enquiry.data) ? String(enquiry.data.accountName) : '';
	const beneficiary = { ...payee, bankAccountName: holder };
	return { holder, named: { ...request, body: JSON.stringify({ ...body, beneficiary }) } };
}

/** Differences on which the safety of money rests. */
export const MONEY: Plants = {
	'USDT amounts of transactions are in millionths': {
		...everywhere(
			inCurrency('USDT', (row) => ({ ...row, amount: times(row.amount, 10_000) })),
			LISTS,
		),
		differs: { 'listed amount of a USDT withdrawal': /10,000 times/, 'looked-up amount of a USDT withdrawal': /./ },
	},
	'a USDT withdrawal reads its amount as whole USDT, and answers it as it came': {
		carry: async (request, next) => {
			if (!hits(request, 'POST', USDT)) return await next(request);
			const body = sentBody(request);
			const came = await next({ ...request, body: JSON.stringify({ ...body, amount: `${String(body.amount)}00` }) });
			const answer = parse(came.text);
			if (!isRow(answer) || !isRow(answer.data)) return came;
			return { ...came, text: JSON.stringify({ ...answer, data: { ...answer.data, amount: Number(body.amount) } }) };
		},
		differs: { 'wallet after a USDT withdrawal': /100 times/ },
	},
	'a USDT withdrawal reads its amount as whole USDT': {
		...sending('POST', USDT, (body) => ({ ...body, amount: `${String(body.amount)}00` })),
		differs: { 'amount of a USDT withdrawal': /100 times/, 'wallet after a USDT withdrawal': /./ },
	},
	'a bank withdrawal reads its amount as naira': {
		...sending('POST', BANK, (body) => ({ ...body, amount: `${String(body.amount)}00` })),
		prepare: ({ sandbox }) => sandbox.wallets.set('NGN', 50_000_000_000n),
		differs: { 'amount of a bank withdrawal': /100 times/, 'wallet after a withdrawal': /./ },
	},
	'a USDT withdrawal pays a hundredth': {
		prepare: () => undefined,
		...alsoTaking(USDT, 200, 'USDT', () => -106n),
		differs: { 'wallet after a USDT withdrawal': /./ },
	},
	'a bank withdrawal takes its amount twice': {
		...alsoTaking(BANK, 200, 'NGN', ({ amount }) => BigInt(String(amount))),
		differs: { 'wallet after a withdrawal': /twice|about/ },
	},
	'a bank withdrawal takes 1.5 times its amount': takingMore(15n),
	'a bank withdrawal takes 1.9 times its amount': takingMore(19n),
	'a USDT withdrawal takes 1.5 times its amount, and its fees': {
		...alsoTaking(USDT, 200, 'USDT', () => 53n),
		differs: { 'wallet after a USDT withdrawal': /./ },
	},
	'a bank withdrawal takes its fees twice': {
		...alsoTaking(BANK, 200, 'NGN', () => 5_000n),
		differs: { 'wallet after a withdrawal': /the amount, and the fees twice/ },
		weight: 'breaks a feature',
	},
	'a quote reads its amount as naira': {
		...sending('POST', /^\/quote$/, (body) => ({ ...body, amount: `${String(body.amount)}00` })),
		differs: { 'amount of a quote': /100 times/ },
	},
	'a withdrawal refused with name mismatch is paid all the same': {
		carry: async (request, next) => {
			if (!isUnderAnotherName(request)) return await next(request);
			const { named } = await underTheHoldersName(request, next);
			await next(named);
			return refusing('name mismatch');
		},
		differs: { 'nothing is paid: another name': /listed/ },
	},
	'a withdrawal refused for its name takes the money without a word in the list': {
		...alsoTaking(BANK, 400, 'NGN', () => KOBO.otherName),
		differs: { 'nothing is paid: another name': /lost/ },
	},
	'a withdrawal refused for its balance empties the wallet': {
		...alsoTaking(USDT, 400, 'USDT', (_sent, { sandbox }) => sandbox.wallets.balance('USDT') / 2n),
		differs: { 'nothing is paid: more than there is': /lost/ },
	},
	'an accepted quote takes 10 % more from the wallet than its total': {
		...alsoTaking(ACCEPT, 200, 'NGN', () => 20_000n),
		differs: { 'wallet after an accept': /about 1\.099 times/ },
	},
	'an accepted quote takes its fees on top of its total': {
		...alsoTaking(ACCEPT, 200, 'NGN', () => 1_501n),
		differs: { 'wallet after an accept': /fees on top/ },
	},
	'an accepted quote takes 100 times its total': {
		prepare: ({ sandbox }) => sandbox.wallets.set('NGN', 50_000_000_000n),
		...alsoTaking(ACCEPT, 200, 'NGN', () => KOBO.swap * 99n),
		differs: { 'wallet after an accept': /100 times/ },
	},
	'an accepted quote is accepted again, and paid again': {
		carry: async (request, next, world) => {
			const came = await next(request);
			if (!hits(request, 'POST', ACCEPT) || came.status !== 400 || !came.text.includes('already')) return came;
			take(world, 'NGN', KOBO.swap);
			return json({ status: 'ok', message: 'quote is being processed' });
		},
		differs: { 'refusal: accepted quote': /accepted|lost/, 'nothing is paid: accepted quote': /./ },
	},
	'a quote accepted again is refused, and paid again': {
		...alsoTaking(ACCEPT, 400, 'NGN', (_sent, _world, { text }) => (text.includes('already') ? KOBO.swap : 0n)),
		differs: { 'nothing is paid: accepted quote': /lost/ },
	},
	'the order of a quote accepted from a wallet is EXPIRED and shows no transaction': {
		...orderWithout('EXPIRED'),
		differs: { 'order of an accepted quote': /EXPIRED/ },
	},
	'the order of an accepted quote is FAILED and shows no transaction': {
		...orderWithout('FAILED'),
		differs: { 'order of an accepted quote': /FAILED/ },
	},
	'transactionFeesInSourceCurrency is in the target currency': {
		...rowsOf('POST', /^\/quote$/, (row) => ({
			...row,
			transactionFeesInSourceCurrency: Number(row.transactionFeesInTargetCurrency),
		})),
		differs: { "a quote's fees": /same number/ },
		weight: 'breaks a feature',
	},
	'the profile masks the webhook secret': {
		...everywhere((row) => ('secret' in row && 'isActive' in row ? { ...row, secret: '********' } : row), /^\/user$/),
		differs: { "the webhook's secret in the profile": /masked/ },
		weight: 'breaks a feature',
	},
	'amounts and fees of NGN transactions are in naira, everywhere': {
		...everywhere(
			inCurrency('NGN', (row) => ({ ...row, amount: times(row.amount, 0.01), fees: times(row.fees, 0.01) })),
		),
		differs: { 'amount of a bank withdrawal': /a hundredth of/ },
	},
	'amounts of events are in whole units': {
		...told(/^payment/, (row) => ({ ...row, amount: Number(row.amount) / 100 })),
		differs: {
			'amounts of events of a USDT withdrawal': /a hundredth of/,
			'amounts of events of a bank withdrawal': /./,
		},
	},
	'a Lightning withdrawal is answered in millisatoshi': {
		...rowsOf('POST', /^\/withdraw\/btc$/, (row) => ({ ...row, amount: times(row.amount, 1_000) })),
		differs: { 'amount of a Lightning withdrawal': /1,000 times/ },
	},
	'times of payments are an hour behind': {
		...everywhere((row) =>
			isTransaction(row)
				? { ...row, createdAt: new Date(Date.parse(String(row.createdAt)) - 3_600_000).toISOString() }
				: row,
		),
		differs: { 'clock of a payment': /one hour behind/ },
	},
	'balances are in whole units': {
		...rowsOf('GET', /^\/wallet$/, (row) => ({ ...row, balance: Number(row.balance) / 100 })),
		differs: { 'wallet after a withdrawal': /hundredth/, 'wallet after a USDT withdrawal': /./ },
	},
	'a Lightning withdrawal takes twice what the invoice asks for': {
		carry: async (request, next, world) => {
			const came = await next(request);
			const answer = parse(came.text);
			if (hits(request, 'POST', /^\/withdraw\/btc$/) && isRow(answer) && isRow(answer.data))
				take(world, 'BTC', BigInt(String(answer.data.amount)));
			return came;
		},
		differs: { 'wallet after a Lightning withdrawal': /twice|about/ },
	},
	'a quote that a payer has paid is accepted from the wallet': {
		...answering('POST', ACCEPT, (_request, came) =>
			came.status === 400 && came.text.includes('already')
				? json({ status: 'ok', message: 'quote is being processed' })
				: null,
		),
		differs: { 'refusal: paid quote': /accepted/ },
	},
	'a bank withdrawal is made twice': {
		carry: async (request, next) => {
			if (hits(request, 'POST', BANK)) await next(request);
			return await next(request);
		},
		differs: { 'wallet after a withdrawal': /about|twice/ },
	},
	'refusals have the word ok and no message of an error': {
		...answering('POST', BANK, (_request, came) =>
			came.status === 400 ? json({ status: 'ok', message: 'name mismatch' }) : null,
		),
		differs: { 'refusal: another name': /./ },
	},
	'a withdrawal under a name that shares a word with the holder is taken': {
		carry: async (request, next) => {
			if (!isUnderAnotherName(request)) return await next(request);
			const { named, holder } = await underTheHoldersName(request, next);
			const isLike = holder.split(' ').some((word) => String(request.body).includes(word));
			return await next(isLike ? named : request);
		},
		differs: { 'refusal: another name': /accepted/ },
	},
	'a quote is for a tenth': {
		...bodyOf('POST', /^\/quote$/, (body) =>
			isRow(body.data)
				? { ...body, data: { ...body.data, amountInTargetCurrency: times(body.data.amountInTargetCurrency, 0.1) } }
				: body,
		),
		differs: { 'amount of a quote': /a tenth of|about/ },
	},
};
