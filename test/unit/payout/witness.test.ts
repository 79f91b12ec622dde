/** What is read of the wallet's list of withdrawals, and which of its entries show a payment as made. */
import { MINUTE_MS } from '../../../nodes/core/domain/dateTime';
import type { JsonObject, Json } from '../../../nodes/core/domain/json';
import type { Amount } from '../../../nodes/core/domain/money';
import { ExecutionMemory } from '../../../nodes/core/payout/memory';
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import type { PaymentRun, RunResult } from '../../../nodes/core/payout/runTypes';
import { checkedRead, type ServiceRequest } from '../../../nodes/core/service/service';
import { failedRead } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf } from '../../harness/payout/outcomes';
import { HALT_ROW } from '../../harness/payout/rows';
import { NGN, NO_RULES, plan, type PlanSpec } from '../../harness/payout/plans';

const NOON = Date.parse('2026-11-24T12:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

/** A withdrawal as Mavapay lists it, which pays what `bill` pays. */
const entry = (more: JsonObject = {}): JsonObject => ({
	id: 't-1',
	type: 'WITHDRAWAL',
	status: 'SUCCESS',
	currency: 'NGN',
	amount: 100_000,
	createdAt: iso(NOON - 60 * MINUTE_MS),
	metadata: { bankAccountNumber: '0123456789' },
	...more,
});
const bill = (spec: PlanSpec = {}) => plan({ isLike: true, looksUp: 'nothing', ...spec });
const other = (amount: Amount, reference: string) =>
	bill({ destination: `2${reference}`, amount, payout: { reference } });
/** Entries of other payments, each with an ID. */
const others = (count: number): JsonObject[] =>
	Array.from({ length: count }, (_, place) => entry({ id: `other-${place}`, metadata: { bankAccountNumber: '77' } }));

/** Mavapay's answer, one page of a list, to the request's query. */
type Answer = (query: Readonly<Record<string, string>>) => JsonObject | Promise<JsonObject>;

/** Answers with pages of these entries, in the form that Mavapay documents. */
const listing =
	(entries: readonly Json[], change: (page: JsonObject) => JsonObject = (page) => page): Answer =>
	({ page, limit }) => {
		const [size, number] = [Number(limit), Number(page)];
		const totalPages = Math.max(1, Math.ceil(entries.length / size));
		const data = entries.slice((number - 1) * size, number * size);
		return change({ nextPage: number < totalPages, totalPages, data });
	};

interface Ran {
	readonly result: RunResult;
	/** How each item ended: the cause, or `paid`. */
	readonly ends: unknown[];
	readonly queries: Array<Readonly<Record<string, string>>>;
	readonly requests: ServiceRequest[];
	readonly fixture: Fixture;
}

/** Runs payments while the wallet's list gives this answer. */
async function run(
	answer: Answer,
	plans: readonly PaymentPlan[] = [bill()],
	{ nowMs = NOON, fixture = new Fixture(), ...more }: Partial<PaymentRun> & { nowMs?: number; fixture?: Fixture } = {},
): Promise<Ran> {
	fixture.time.now = nowMs;
	const requests: ServiceRequest[] = [];
	const read = checkedRead(async (request) => {
		requests.push(request);
		const body = await answer(
			Object.fromEntries(Object.entries(request.query ?? {}).map(([name, one]) => [name, String(one)])),
		);
		return { data: body.data ?? null, message: null, body };
	});
	const result = await fixture.run(plans, { service: { ...fixture.service, read }, ...more });
	const ends = result.results.map((one) => ('failure' in one ? one.failure.cause : 'paid'));
	const queries = requests.map(({ query }) =>
		Object.fromEntries(Object.entries(query ?? {}).map(([name, one]) => [name, String(one)])),
	);
	return { result, ends, queries, requests, fixture };
}

const PAID = 'paid';
const SHOWN = 'shownByWallet';

describe('an entry', () => {
	it.each<[string, JsonObject, string]>([
		['as documented', {}, SHOWN],
		['with a number in place of the text of an account', { metadata: { bankAccountNumber: 123_456_789 } }, SHOWN],
		['with zeros before the number', { metadata: { bankAccountNumber: '000123456789' } }, SHOWN],
		['with blanks around it', { metadata: { bankAccountNumber: ' 0123456789 ' } }, SHOWN],
		['with metadata of another name', { metadata: {}, bankMetadata: { bankAccountNumber: '0123456789' } }, SHOWN],
		['of another account', { metadata: { bankAccountNumber: '0123456780' } }, PAID],
		['with blanks and hyphens within it', { metadata: { bankAccountNumber: '012 345-6789' } }, SHOWN],
		[
			'in the second metadata',
			{ bankMetadata: { bankAccountNumber: '0123456789' }, metadata: { bankAccountNumber: '77' } },
			SHOWN,
		],
		['with the last four digits alone', { metadata: { bankAccountNumber: '6789' } }, PAID],
		['without metadata', { metadata: null }, PAID],
		['whose metadata is a list', { metadata: [] }, PAID],
		['with the amount as text', { amount: '100000' }, SHOWN],
		['with the amount as text with decimals', { amount: '100000.00' }, SHOWN],
		['with a negative amount', { amount: -100_000 }, SHOWN],
		['in the unit of quotes', { currency: 'NGNKOBO' }, SHOWN],
		['without a currency', { currency: null }, SHOWN],
		['of one kobo more', { amount: 100_001 }, PAID],
		['with the amount in whole naira', { amount: 1_000 }, PAID],
		['in another currency', { currency: 'ZAR' }, PAID],
		['in the currency in small letters', { currency: 'ngn' }, SHOWN],
		['that is pending', { status: 'PENDING' }, SHOWN],
		['of a status that nobody documented', { status: 'ON_HOLD' }, SHOWN],
		['without a status', { status: null }, SHOWN],
		['that failed', { status: 'FAILED' }, PAID],
		['that failed, in small letters', { status: 'failed' }, PAID],
		['that is a deposit', { type: 'DEPOSIT' }, PAID],
		['that is a settlement', { type: 'SETTLEMENT' }, SHOWN],
		['without a type', { type: null }, SHOWN],
		['without a time', { createdAt: null }, SHOWN],
		['without an ID', { id: null }, SHOWN],
	])('%s: %#', async (_, more, expected) => {
		expect((await run(listing([entry(more)]))).ends).toEqual([expected]);
	});

	it('of an account that Mavapay names in one of two members counts by the one that has it', async () => {
		const metadata = { bankAccountNumber: '' };
		const both = entry({ metadata, bankMetadata: { bankAccountNumber: '0123456789' } });
		expect((await run(listing([both]))).ends).toEqual([SHOWN]);
	});
});

const at = (text: string) => Date.parse(`2026-11-${text}Z`);
it.each<[title: string, now: string, within: number, oldest: string, newest: string | null]>([
	['without a rule, today and yesterday', '24T12:00:00', 0, '23T00:15:00', null],
	['one day', '24T12:00:00', 1, '24T00:15:00', null],
	['two days', '24T12:00:00', 2, '23T00:15:00', null],
	['three days', '24T12:00:00', 3, '22T00:15:00', null],
	['one day, right after midnight: the day before, too', '24T00:05:00', 1, '23T00:15:00', null],
	['one day, right before midnight', '24T23:50:00', 1, '24T00:15:00', '25T00:10:00'],
	['made by a clock that is ahead, or of another zone', '24T23:50:00', 0, '23T00:15:00', '25T00:50:00'],
])('days that count: %s', async (_, now, within, oldest, newest) => {
	const keyRules = { ...NO_RULES, repeatsWithinDays: within };
	const ends = async (createdAt: number) => {
		const more = { nowMs: at(now), keyRules };
		return (await run(listing([entry({ createdAt: iso(createdAt) })]), [bill()], more)).ends[0];
	};
	expect([await ends(at(oldest)), await ends(at(oldest) - 1_000)]).toEqual([SHOWN, PAID]);
	if (newest !== null) expect(await ends(at(newest))).toBe(SHOWN);
});

it('of 31 days begin thirty days ago', async () => {
	const keyRules = { ...NO_RULES, repeatsWithinDays: 31 };
	const oldest = Date.parse('2026-10-25T00:15:00Z');
	const shown = await run(listing([entry({ createdAt: iso(oldest) })]), [bill()], { keyRules });
	const before = await run(listing([entry({ createdAt: iso(oldest - 1_000) })]), [bill()], { keyRules });
	expect([shown.ends, before.ends]).toEqual([[SHOWN], [PAID]]);
	expect(shown.queries[0]?.startDate).toBe(iso(Date.parse('2026-10-25T00:00:00Z') - 75 * MINUTE_MS));
});

describe('what is asked for', () => {
	const START = iso(Date.parse('2026-11-23T00:00:00Z') - 75 * MINUTE_MS);
	const FIRST = { type: 'WITHDRAWAL', currency: 'NGN', startDate: START, page: '1', limit: '100' };
	const RANGE = { minAmount: '90000', maxAmount: '100000' };
	const PLANS = [bill(), other(NGN(90_000n), '1'), other({ minor: 5n, currency: 'ZAR' }, '2')];
	const ofNaira = ({ queries }: Ran) => queries.filter(({ currency }) => currency === 'NGN');

	it.each([0, 1, 100])('one page, without amounts, where all is on it: %i entries', async (count) => {
		expect(ofNaira(await run(listing(others(count)), PLANS))).toEqual([FIRST]);
	});

	it.each<[string, number]>([
		['a second page', 101],
		['fifty pages', 4_999],
	])("then the run's range of amounts, page by page: %s", async (_, count) => {
		const ran = await run(listing([...others(count), entry()]), PLANS);
		const pages = Array.from({ length: Math.ceil((count + 1) / 100) }, (__, page) => String(page + 1));
		expect(ofNaira(ran)).toEqual([FIRST, ...pages.map((page) => ({ ...FIRST, ...RANGE, page }))]);
		expect([ran.ends, ran.result.hints.join()]).toEqual([
			[SHOWN, PAID, PAID],
			expect.not.stringContaining("couldn't be read in full"),
		]);
	});

	it('each within ten seconds of the first', async () => {
		const { requests } = await run(listing(others(150)));
		expect(new Set(requests.map(({ until }) => until))).toEqual(new Set([NOON + 10_000]));
	});

	it('fifty pages at most, and then a hint', async () => {
		const ran = await run(listing([...others(5_000), entry()]), PLANS);
		expect(ofNaira(ran)).toHaveLength(51);
		expect([ran.ends, ran.result.hints.join()]).toEqual([
			[PAID, PAID, PAID],
			expect.stringContaining("couldn't be read in full"),
		]);
	});

	const without =
		(...names: string[]) =>
		(page: JsonObject) =>
			Object.fromEntries(Object.entries(page).filter(([name]) => !names.includes(name)));
	it.each<[string, number, (page: JsonObject) => JsonObject, number, boolean]>([
		[
			'totalPages as text',
			250,
			({ totalPages, ...rest }) => ({ ...rest, totalPages: String(Number(totalPages)) }),
			4,
			true,
		],
		['no nextPage', 250, without('nextPage'), 4, true],
		['no totalPages', 250, without('totalPages'), 4, true],
		['neither, full pages', 250, without('nextPage', 'totalPages'), 5, true],
		["neither, a page that isn't full", 99, without('nextPage', 'totalPages'), 3, true],
		[
			'no nextPage, and empty pages before the last',
			99,
			(page) => ({ ...without('nextPage')(page), totalPages: 3 }),
			3,
			false,
		],
		['a nextPage that totalPages denies', 99, (page) => ({ ...page, nextPage: true }), 3, false],
	])('with %s, as many pages as there may be', async (_, count, change, expected, isWhole) => {
		const ran = await run(listing([...others(count), entry()].slice(-count), change));
		const hinted = ran.result.hints.some((hint) => hint.includes("couldn't be read in full"));
		expect([ran.queries.length, ran.ends, hinted]).toEqual([expected, [SHOWN], !isWhole]);
	});

	it.each<[string, PaymentPlan[], number]>([
		['one for many payments', [bill(), other(NGN(7n), '1'), other(NGN(8n), '2')], 1],
		['one for each currency', [bill(), other({ minor: 5n, currency: 'ZAR' }, '2')], 2],
		['none for other currencies', [other({ minor: 5n, currency: 'KES' }, '2')], 0],
		['none where repeats are allowed', [bill({ payout: { allowRepeats: true } })], 0],
		['none where the amount that is got is not known', [bill({ isLike: false })], 0],
		['none for an address', [bill({ paysTo: { kind: 'address', network: 'trc20', address: 'T' } })], 0],
	])('%s', async (_, plans, expected) => {
		expect((await run(listing([]), plans)).queries).toHaveLength(expected);
	});

	it('nothing where all is on record', async () => {
		const { fixture } = await run(listing([]));
		fixture.startAnew();
		expect(await run(listing([entry()]), [bill()], { fixture })).toMatchObject({ ends: ['alreadyPaid'], queries: [] });
	});
});

describe('a list that is not whole', () => {
	/** A list of three pages, of which the third can't be read. */
	const broken: Answer = (query) => {
		if (query.page === '3') throw failedRead('Mavapay failed (503)', 'Try again later.');
		return listing([...others(150), entry(), ...others(149)])(query);
	};
	/** A list that gets a new first entry each time its second page is read, this many times. */
	const pushed = (times: number): Answer => {
		const entries = [...others(250), entry()];
		let left = times;
		return (query) => {
			if (query.page === '2' && left-- > 0) entries.unshift(...others(1).map((one) => ({ ...one, id: `new-${left}` })));
			return listing(entries)(query);
		};
	};
	const notThere = () => bill({ amount: NGN(7n), payout: { reference: 'NOT THERE' } });

	it.each<[string, Answer, unknown[]]>([
		['a page is missing: what was read counts', broken, [SHOWN, PAID]],
		['an entry has no amount', listing([entry({ amount: null }), entry({ id: 't-2' })]), [SHOWN, PAID]],
		['a masked account', listing([entry({ metadata: { bankAccountNumber: '******6789' } })]), [PAID, PAID]],
		['its data is missing, but counted', () => ({ count: 1 }), [PAID, PAID]],
		['new entries push others on at every page', pushed(Infinity), [SHOWN, PAID]],
		['its data is no list', () => ({ data: { id: 't' } }), [PAID, PAID]],
		['its data is a list of texts', () => ({ data: ['t'] }), [PAID, PAID]],
	])('is a hint, and payments are made: %s', async (_, answer, expected) => {
		const { ends, result } = await run(answer, [bill(), notThere()]);
		expect([ends, result.hints.join()]).toEqual([expected, expect.stringContaining("couldn't be read in full")]);
	});

	it('is none where its data is null, and none are counted', async () => {
		expect((await run(() => ({ data: null, count: 0 }))).result.hints).toEqual([]);
	});

	it('counts what came on a page before a moved one, whatever the first page had besides', async () => {
		const entries = [
			...others(120).map((one) => ({ ...one, amount: 5 })),
			...others(120).map((one) => ({ ...one, id: `own ${String(one.id)}` })),
			entry(),
			...others(29),
		];
		let moves = 1;
		const answer: Answer = (query) => {
			const isWithin = ({ amount }: JsonObject) =>
				query.minAmount === undefined || Number(amount) >= Number(query.minAmount);
			if (query.minAmount !== undefined && query.page === '2' && moves-- > 0)
				entries.unshift(...entries.splice(240, 1));
			return listing(entries.filter(isWithin))(query);
		};
		expect((await run(answer)).ends).toEqual([SHOWN]);
	});

	it.each<[string, Answer, string]>([
		['counts more than it has', () => ({ data: [], count: 7 }), PAID],
		[
			"has another payee's amount that can't be read",
			listing([entry({ amount: 'x', metadata: { bankAccountNumber: '77' } })]),
			PAID,
		],
		["has another amount whose payee can't be read", listing([entry({ amount: 5, metadata: null })]), PAID],
		['has this amount for a payee that it does not name', listing([entry({ metadata: null })]), 'unreadable'],
		[
			'has too little of its first page where it is narrowed',
			(query) => (query.minAmount === undefined ? listing(others(150))(query) : { data: [], nextPage: false }),
			'unreadable',
		],
	])('is taken for whole or not with the first real money where it %s', async (_, answer, expected) => {
		expect((await run(answer, [bill()], { money: 'real' })).ends).toEqual([expected]);
	});

	it('is read once more where entries moved while it was read', async () => {
		const ran = await run(pushed(1));
		expect([ran.queries.length, ran.ends, ran.result.hints.join()]).toEqual([
			7,
			[SHOWN],
			expect.not.stringContaining("couldn't be read in full"),
		]);
	});

	it('lets no real money go where the record shows no payment of it', async () => {
		const real = { money: 'real' } as const;
		const fixture = new Fixture();
		const first = await run(broken, [notThere()], { ...real, fixture });
		expect(failureOf(first.result)).toMatchObject({ cause: 'serverError', outcome: 'notSent', retryable: true });
		expect([first.fixture.sent, await fixture.record.check('NOT THERE')]).toEqual([[], 'free']);
		const allowed = bill({ amount: NGN(7n), payout: { reference: 'ALLOWED', allowRepeats: true } });
		expect(
			(await run(broken, [allowed, bill({ amount: NGN(9n), payout: { reference: 'NEXT' } })], { ...real, fixture }))
				.ends,
		).toEqual([PAID, 'serverError']);
		fixture.startAnew();
		expect(
			(await run(broken, [bill({ amount: NGN(8n), payout: { reference: 'NEXT' } })], { ...real, fixture })).ends,
		).toEqual([PAID]);
	});
});

describe('while the list is read', () => {
	it.each(['while it is read', 'right after the first look at the record'])(
		'another execution may pay the bill, which the record then knows as a repeat: %s',
		async (when) => {
			const fixture = new Fixture();
			const memory = new ExecutionMemory({ executionId: 'another one', nodeName: 'Mavapay', flow: {} });
			const payOther = async () =>
				void (await run(listing([]), [bill({ payout: { reference: 'OTHER' } })], { fixture, memory }));
			const isFirst = when === 'while it is read';
			fixture.rows.after = async (_, key) => {
				if (isFirst || !key.includes(':like:')) return;
				fixture.rows.heal();
				await payOther();
			};
			const answer = async () => {
				if (isFirst) await payOther();
				return { data: [entry()] };
			};
			expect((await run(answer, [bill()], { fixture })).ends).toEqual(['repeated']);
			expect(await fixture.record.check('INV-1')).toBe('free');
		},
	);

	it.each(['ahead', 'inTurn', 'nothing'] as const)(
		'somebody may halt payouts, and then nothing is sent: %s',
		async (looksUp) => {
			const fixture = new Fixture();
			const answer = () => {
				fixture.rows.put(HALT_ROW);
				return { data: [] };
			};
			expect((await run(answer, [bill({ looksUp })], { fixture })).ends).toEqual(['halted']);
		},
	);
});

describe('rows', () => {
	const counted = async (answer: Answer, more: Partial<PaymentRun> & { isBound?: boolean } = {}) => {
		const fixture = new Fixture();
		fixture.isBound = more.isBound ?? false;
		const { ends } = await run(answer, [bill()], { fixture, ...more });
		const inserts = fixture.rows.calls.filter(([method]) => method === 'insert').length;
		return [...ends, fixture.rows.calls.length - inserts, inserts];
	};

	it('as many looks and inserts as without it where it shows nothing, and two where it shows the payment', async () => {
		// A payment to a known payee takes six look-ups and six inserts. Here the payee is new: one more of each.
		expect(await counted(listing([]))).toEqual([PAID, 7, 7]);
		expect((await counted(listing([entry()])))[2]).toBe(2);
		expect((await counted(listing([entry()]), { isBound: true }))[2]).toBe(3);
	});

	it('none for a tool and in a dry run', async () => {
		expect((await counted(listing([entry()]), { asTool: true })).at(-1)).toBe(0);
		const dry = await run(listing([entry()]), [bill({ payout: { validateOnly: true } })]);
		expect([dry.ends, dry.fixture.rows.keys.size]).toEqual([[SHOWN], 0]);
	});
});
