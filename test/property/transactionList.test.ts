/** A list that changes while its pages are read is read completely or isn't called complete, in any sort order. */
import * as fc from 'fast-check';

import { readTransactions } from '../../nodes/core/service/transactionList';
import type { JsonObject } from '../../nodes/core/domain/json';
import { checkedRead, type ReadService } from '../../nodes/core/service/service';
import '../harness/seed';

const BEGAN = Date.parse('2026-03-01T12:00:00Z');
const PAGE = 100;

/** A change of the list before a request, at places from 0 (the front) to 1 (the end). */
interface Change {
	readonly request: number;
	readonly is: 'moves' | 'arrives';
	readonly from: number;
	readonly to: number;
}

const place = fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true }));
const changes = (most: number, kinds: ReadonlyArray<Change['is']>, before: number) =>
	fc.array(
		fc.record({ request: fc.integer({ min: 1, max: before }), is: fc.constantFrom(...kinds), from: place, to: place }),
		{ maxLength: most },
	);

/** The members of a page that say where the list ends. */
type Envelope = (page: number, shown: number, all: number) => JsonObject;
const ENVELOPES: readonly Envelope[] = [
	(page, _shown, all) => ({ nextPage: page * PAGE < all }),
	(page, _shown, all) => ({
		totalPages: Math.ceil(all / PAGE),
		remainingPage: Math.max(0, Math.ceil(all / PAGE) - page),
	}),
	(page, _shown, all) => ({ nextPage: page * PAGE < all, count: all }),
	(page, shown, all) => ({ nextPage: page * PAGE < all, count: shown }),
	() => ({}),
];

/** Reads a list while it changes; `lost` are entries that were on it from the start but weren't read. */
async function read(size: number, happens: readonly Change[], envelope: Envelope) {
	let now = BEGAN;
	let requests = 0;
	const list = Array.from({ length: size }, (_, index) => ({
		id: `t${index}`,
		createdAt: isoAt(BEGAN - 1000 * (index + 1)),
	}));
	const before = list.map(({ id }) => id);
	const answer = checkedRead(async ({ query }) => {
		requests += 1;
		now += 200;
		for (const { request, is, from, to } of happens) {
			if (request !== requests) continue;
			const one =
				is === 'arrives'
					? { id: `new${now}-${list.length}`, createdAt: isoAt(now) }
					: list.splice(Math.floor(from * (list.length - 1)), 1)[0];
			if (one !== undefined) list.splice(Math.round(to * list.length), 0, one);
		}
		const page = Number(query?.page);
		const data = list.slice((page - 1) * PAGE, page * PAGE);
		return await Promise.resolve({ data, message: '', body: { data, ...envelope(page, data.length, list.length) } });
	});
	const clock = { now: () => now, sleep: async () => await Promise.resolve(), random: () => 0, cancelled: () => false };
	const service: ReadService = { read: answer, readOnce: answer, readKept: answer, keptResponse: () => null, clock };
	const { transactions, missing } = await readTransactions(service, {}, null);
	const found = new Set(transactions.map(({ id }) => id));
	return { missing, lost: before.filter((id) => !found.has(id)), twice: transactions.length - found.size, requests };
}

const isoAt = (ms: number) => new Date(ms).toISOString();
const envelope = fc.constantFrom(...ENVELOPES);
const size = fc.integer({ min: 0, max: 450 });

describe('a list of transactions', () => {
	it('has all that existed when the reading began, each once, or is not called whole', async () => {
		await fc.assert(
			fc.asyncProperty(
				size,
				changes(12, ['moves', 'moves', 'arrives'], 15),
				envelope,
				async (length, happens, says) => {
					const { missing, lost, twice } = await read(length, happens, says);
					expect(twice).toBe(0);
					if (missing === null) expect(lost).toEqual([]);
				},
			),
		);
	});

	it('is whole although it changed a few times during the first reading', async () => {
		await fc.assert(
			fc.asyncProperty(size, changes(3, ['moves'], 3), envelope, async (length, happens, says) => {
				expect(await read(length, happens, says)).toMatchObject({ missing: null, lost: [] });
			}),
		);
	});

	it('is whole on a busy account, where new ones arrive before each request', async () => {
		for (const to of [0, 1]) {
			const happens = Array.from({ length: 15 }, (_, index): Change => ({
				request: index + 1,
				is: 'arrives',
				from: 0,
				to,
			}));
			for (const says of ENVELOPES) expect(await read(350, happens, says)).toMatchObject({ missing: null, lost: [] });
		}
	});
});
