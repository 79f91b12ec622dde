/** A transaction settles one claim, even if two people name it. Also: the payment data of a claim, for comparison. */
import { Desk, HOUR, START } from '../../harness/payout/desk';
import { openOf } from '../../harness/payout/fixture';
import { transactionRow } from '../../harness/payout/rows';

const DONE = { kind: 'done', was: 'unknown' };

describe('marking as paid', () => {
	it('of two references with one transaction settles one, also where both name it at the same time', async () => {
		const desk = new Desk();
		await Promise.all([desk.send('R'), desk.send('S')]);
		const open = [await openOf(desk.record, 'R'), await openOf(desk.record, 'S')];
		const kinds = await Promise.all(open.map(async (one) => (await one.markPaid(['tx-1'])).kind));
		expect(kinds.sort()).toEqual(['done', 'otherReference']);
	});

	it('takes no transaction by which another payment was accepted, nor one whose quote was', async () => {
		for (const settling of ['tx-1', 'quote-1']) {
			const desk = new Desk();
			const [other] = await Promise.all([desk.send('S'), desk.send('R')]);
			expect(await other.owns(settling)).toBe(true);
			const open = await desk.given();
			expect(await open.isSettledElsewhere(['tx-1', 'quote-1'])).toBe(true);
			const before = [...desk.rows.keys];
			expect(await open.markPaid(['tx-1', 'quote-1'])).toEqual({ kind: 'otherReference' });
			expect([...desk.rows.keys]).toEqual(before);
			expect(await desk.record.check('R')).toBe('unknown');
		}
	});

	it('takes nothing where another payment is accepted with the quote at the same moment', async () => {
		const desk = new Desk();
		const [other] = await Promise.all([desk.send('S'), desk.send('R')]);
		const open = await desk.given();
		desk.rows.before = async (method, key) => {
			if (method !== 'insert' || key !== transactionRow('quote-1')) return;
			desk.rows.heal();
			await other.owns('quote-1');
		};
		expect(await open.markPaid(['tx-1', 'quote-1'])).toEqual({ kind: 'otherReference' });
		expect(await (await openOf(desk.record, 'S')).markPaid(['tx-1', 'quote-1'])).toEqual(DONE);
	});

	it('of what was accepted and not recorded takes its own transaction, and no other reference takes it', async () => {
		const desk = new Desk();
		const [mine] = await Promise.all([desk.send('R'), desk.send('S')]);
		await mine.owns('tx-1');
		const other = await openOf(desk.record, 'S');
		expect(await other.markPaid(['tx-1'])).toEqual({ kind: 'otherReference' });
		expect(await other.isSettledElsewhere(['tx-1'])).toBe(true);
		expect(await (await desk.given()).isSettledElsewhere(['tx-1'])).toBe(false);
		expect(await (await desk.given()).markPaid(['tx-1'])).toEqual(DONE);
	});

	it("an answer is its own claim's once more, and no other one's", async () => {
		const desk = new Desk();
		const [mine, other] = await Promise.all([desk.send('R'), desk.send('S')]);
		expect([await mine.owns('tx-1'), await mine.owns('tx-1'), await other.owns('tx-1')]).toEqual([true, true, false]);
	});

	it('counts what an earlier claim sent, unless that was refused', async () => {
		for (const end of ['refused', 'released'] as const) {
			const desk = new Desk();
			const first = await desk.send();
			if (end === 'refused') await first.recordUnpaid();
			else await (await desk.given()).release({ early: true, paid: false });
			desk.wait(72 * HOUR);
			await desk.send();
			expect(await (await desk.given()).wasSentNear(START)).toBe(end === 'released');
		}
	});
});

describe("marking as paid by Prepare's claims", () => {
	const IDENTITY = 'a'.repeat(64);
	const claimOf = ({ record }: Desk, reference: string) => record.preparedClaim(reference, IDENTITY, 'tx-1');
	const mark = async (desk: Desk, reference: string) =>
		(await desk.record.markPrepared(reference, claimOf(desk, reference), ['tx-1', 'quote-1']))?.kind;

	it('of two references by one transaction at the same time takes one, and leaves the other one free', async () => {
		const desk = new Desk();
		expect((await Promise.all([mark(desk, 'R'), mark(desk, 'S')])).sort()).toEqual(['done', 'otherReference']);
		const states = await Promise.all([desk.record.check('R'), desk.record.check('S')]);
		expect(states.sort()).toEqual(['free', 'paid']);
	});

	it('does it once and says so again, but never again once somebody released it', async () => {
		const desk = new Desk();
		const marked = await Promise.all([mark(desk, 'R'), mark(desk, 'R')]);
		expect(marked.every((kind) => kind === 'done' || kind === 'settledBefore')).toBe(true);
		expect(await mark(desk, 'R')).toBe('settledBefore');
		await (await desk.given()).release({ early: true, paid: true });
		expect([await mark(desk, 'R'), await desk.record.check('R')]).toEqual(['otherReference', 'free']);
		expect(await mark(desk, 'S')).toBe('otherReference');
	});
});
