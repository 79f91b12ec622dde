import { alsoTaking } from './money';
import type { Planted, Plants } from './planted';
import {
	ACCEPT,
	BANK,
	type Json,
	LIGHTNING,
	type Row,
	USDT,
	answering,
	everywhere,
	hits,
	isRow,
	isTransaction,
	json,
	parse,
	refusing,
	rowsOf,
	sending,
	sentBody,
	take,
	told,
} from './rewriting';
import type { Incoming } from '../../../../verify/transport';
import type { Plant, World } from '../account';

const READS = /^\/transactions?$/;
const RUN = 'money of the whole run';
const WITHDRAWALS = 'money of all withdrawals';

const EACH = [
	['a USDT', USDT, 'USDT', 'wallet after a USDT withdrawal'],
	['a bank', BANK, 'NGN', 'wallet after a withdrawal'],
	['a Lightning', LIGHTNING, 'BTC', 'wallet after a Lightning withdrawal'],
] as const;

/** Takes money a second time, some seconds after a POST was answered with this status. */
const takingLater = (
	path: RegExp,
	status: number,
	seconds: number,
	...[currency, amount]: Taking
): Pick<Plant, 'carry'> =>
	alsoTaking(path, status, currency, (sent, world, came) => {
		const more = amount(sent, came);
		world.sandbox.clock.schedule(seconds * 1_000, () => take(world, currency, more));
		return 0n;
	});
type Taking = ['NGN' | 'USDT' | 'BTC', (sent: ReturnType<typeof sentBody>, came: Incoming) => bigint];

const amountOf: Taking[1] = ({ amount }) => BigInt(String(amount));
const withFees = ({ amount }: Row) => BigInt(String(amount)) + 5_000n;
const answered: Taking[1] = (_sent, { text }) => BigInt(/"amount":(\d+)/.exec(text)?.[1] ?? '0');
const isSent = (sent: unknown, words: string) => JSON.stringify(sent).includes(words);

/** Plants of each kind of withdrawal. */
const ofEach = (made: (of: (typeof EACH)[number]) => readonly [name: string, plant: Planted]): Plants =>
	Object.fromEntries(EACH.map(made));

/** Payments whose reported outcome contradicts the money, and money that leaves late. */
export const ENDS: Plants = {
	...ofEach(([kind, path, , wallet]) => [
		`${kind} withdrawal is answered as FAILED, paid, and SUCCESS later`,
		{
			...rowsOf('POST', path, (row) => ({ ...row, status: 'FAILED' })),
			differs: { [wallet]: /FAILED, and took/ },
		},
	]),
	...ofEach(([kind, , currency]) => [
		`${kind} withdrawal is paid, and FAILED in list and look-up`,
		{
			...rowsOf('GET', READS, (row) =>
				row.currency === currency && row.type === 'WITHDRAWAL' && row.status === 'SUCCESS'
					? { ...row, status: 'FAILED' }
					: row,
			),
			differs: { [WITHDRAWALS]: /lost more/ },
		},
	]),
	'payments fail at once, and keep amount and fees': {
		quirks: { payoutResult: 'failedAtOnce' },
		...alsoTaking(BANK, 200, 'NGN', withFees),
		differs: { 'wallet after a withdrawal': /FAILED, and took/ },
	},
	'payments fail later, and keep amount and fees': {
		quirks: { payoutResult: 'failed' },
		...takingLater(BANK, 200, 2, 'NGN', withFees),
		differs: { [RUN]: /./ },
	},
	'the last event of a USDT withdrawal says FAILED, its look-up SUCCESS': {
		...told(/^payment\.sent$/, (row) => (row.status === 'SUCCESS' ? { ...row, status: 'FAILED' } : row)),
		differs: { 'events of a USDT withdrawal': /look-up says "SUCCESS"/, 'events of a bank withdrawal': /./ },
	},
	'a USDT withdrawal is taken again 30 s later': {
		...takingLater(USDT, 200, 30, 'USDT', amountOf),
		differs: { [RUN]: /./ },
	},
	'a Lightning withdrawal is taken again 12 s later': {
		...takingLater(LIGHTNING, 200, 12, 'BTC', answered),
		differs: { [WITHDRAWALS]: /./ },
	},
	'an accepted quote is taken again 20 s later': {
		...takingLater(ACCEPT, 200, 20, 'NGN', () => 200_017n),
		differs: { [RUN]: /./ },
	},
	'a withdrawal refused for its name is paid 40 s later': {
		...takingLater(BANK, 400, 40, 'NGN', (sent) => (isSent(sent, 'QUODLIBET') ? BigInt(String(sent.amount)) : 0n)),
		differs: { [RUN]: /./ },
	},
	'the second of two equal USDT withdrawals is paid, and answered with the first one': {
		carry: (() => {
			const first = new WeakMap<World, Incoming>();
			return async (request, next, world) => {
				const came = await next(request);
				if (!hits(request, 'POST', USDT) || came.status !== 200) return came;
				const known = first.get(world);
				first.set(world, known ?? came);
				return known ?? came;
			};
		})(),
		differs: { 'repeated withdrawal': /money again/ },
	},
	'withdrawals stand in list and look-up as deposits': {
		...rowsOf('GET', READS, (row) => (row.type === 'WITHDRAWAL' ? { ...row, type: 'DEPOSIT' } : row)),
		differs: { 'listed amount of a bank withdrawal': /DEPOSIT/, 'looked-up amount of a bank withdrawal': /./ },
	},
	'bank withdrawals are cut to whole naira': {
		...sending('POST', BANK, (body) => ({ ...body, amount: String((BigInt(String(body.amount)) / 100n) * 100n) })),
		differs: { 'amount of a bank withdrawal': /./ },
	},
	'the profile shows another secret of a webhook than the one that is set': {
		...everywhere(
			(row) => ('secret' in row && 'isActive' in row ? { ...row, secret: 'f'.repeat(64) } : row),
			/^\/user$/,
		),
		differs: { "the webhook's secret in the profile": /another secret/ },
		weight: 'breaks a feature',
	},
	'a payment link asks for 100 times its amount': {
		...sending('POST', /^\/paymentlink$/, (body) => ({ ...body, amount: Number(body.amount) * 100 })),
		differs: { 'amount of a link': /100 times/ },
	},
	'a deposit address is made on another network': {
		...rowsOf('POST', /generate-address$/, (row) => ({ ...row, network: 'erc20' })),
		differs: { 'network of an address': /erc20/ },
	},
	'a new order is PAID before anybody paid it': {
		...everywhere(
			(row) => ('orderId' in row && row.status === 'PENDING' && !isTransaction(row) ? { ...row, status: 'PAID' } : row),
			/^\/order/,
		),
		differs: { 'order of a new quote': /PAID/ },
	},
	'bank withdrawals are found nowhere': {
		carry: async (request, next) => {
			const came = await next(request);
			if (!hits(request, 'GET', READS) || !came.text.includes('"data"')) return came;
			const body = parse(came.text);
			if (!isRow(body)) return came;
			const isBank = (one: Json) => isRow(one) && one.currency === 'NGN' && one.type === 'WITHDRAWAL';
			if (!Array.isArray(body.data)) return isBank(body.data ?? null) ? refusing('Transaction not found', 404) : came;
			return json({ ...body, data: body.data.filter((one) => !isBank(one)) });
		},
		differs: { 'listed amount of a bank withdrawal': /not there/, 'looked-up amount of a bank withdrawal': /./ },
		weight: 'breaks a feature',
	},
	'no event of a bank withdrawal is told': {
		deliver: (delivery) => (delivery.event === 'payment.sent' && delivery.body.includes('"NGN"') ? [] : [delivery]),
		differs: { 'events of a bank withdrawal': /no event/ },
		weight: 'breaks a feature',
	},
	'every bank withdrawal is paid, and answered with 400 and a text of a time-out': {
		...answering('POST', BANK, (_request, came) =>
			came.status === 200 ? refusing('Request timed out, please try again') : null,
		),
		differs: { 'outcome of a bank withdrawal': /./ },
	},
	...Object.fromEntries(
		['/transaction', '/transactions'].map((path): readonly [string, Planted] => [
			`payments stay PENDING in GET ${path}`,
			{
				...rowsOf('GET', new RegExp(`^${path}$`), (row) =>
					row.status === 'SUCCESS' ? { ...row, status: 'PENDING' } : row,
				),
				differs: { 'one end everywhere': new RegExp(`GET ${path} says PENDING`) },
				weight: 'breaks a feature',
			},
		]),
	),
	'events say SUCCESS half a minute before the payment has settled': {
		quirks: { settleAfterMs: 30_000 },
		...told(/^payment/, (row) => (row.status === 'PENDING' ? { ...row, status: 'SUCCESS' } : row)),
		differs: { 'one end everywhere': /an event says so/ },
	},
};
