/** Payees over many payments: what is said of each is what was paid, and no fault of the database makes one known. */
import * as fc from 'fast-check';

import { isHeldBack, type NewPayees, type PayeeHistory } from '../../nodes/core/payees/recordedPayee';
import { StoreFault } from '../../nodes/core/record/rows';
import { accepted, lost, rejected } from '../harness/payout/endings';
import { Fixture } from '../harness/payout/fixture';
import { plan } from '../harness/payout/plans';
import '../harness/seed';

interface Step {
	readonly supplier: 'S' | 'T' | null;
	readonly destination: 'D' | 'E' | 'F';
	readonly ending: 'accepted' | 'rejected' | 'lost';
	readonly newPayees: NewPayees;
	/** Which row of the payee can't be inserted, and whether it is there all the same. */
	readonly fault: { readonly row: number; readonly when: 'before' | 'after' } | null;
}

const ENDINGS = { accepted: accepted(), rejected, lost };
const fault = fc.record({ row: fc.integer({ min: 0, max: 2 }), when: fc.constantFrom('before', 'after') });
const steps = (faults: fc.Arbitrary<Step['fault']>) =>
	fc.array(
		fc.record<Step>({
			supplier: fc.constantFrom('S', 'T', null),
			destination: fc.constantFrom('D', 'E', 'F'),
			ending: fc.constantFrom('accepted', 'accepted', 'rejected', 'lost'),
			newPayees: fc.constantFrom('allow', 'refuseChanged', 'refuseNew'),
			fault: faults,
		}),
		{ maxLength: 12 },
	);

/** Whom was paid by what: kept here as plainly as it can be said. */
class Books {
	readonly destinations = new Set<string>();
	readonly suppliers = new Set<string>();
	readonly pairs = new Set<string>();

	enter({ supplier, destination }: Step): void {
		this.destinations.add(destination);
		if (supplier === null) return;
		this.suppliers.add(supplier);
		this.pairs.add(`${supplier} ${destination}`);
	}

	/** Whether the destination was paid for suppliers alone that this step's is none of, which was never paid. */
	isOfOtherSupplier({ supplier, destination }: Step): boolean {
		if (supplier === null || this.suppliers.has(supplier)) return false;
		return [...this.pairs].some((pair) => pair.endsWith(` ${destination}`));
	}

	historyOf({ supplier, destination }: Step): PayeeHistory {
		if (supplier !== null && this.pairs.has(`${supplier} ${destination}`)) return 'known';
		if (supplier !== null && this.suppliers.has(supplier)) return 'changed';
		return this.destinations.has(destination) ? 'known' : 'new';
	}
}

/** One execution for a payment; gives what was said of its payee, where it was answered, and whether it was sent. */
async function pay(fixture: Fixture, step: Step, number: number): Promise<{ history: unknown; sent: boolean }> {
	fixture.startAnew();
	fixture.endings = [ENDINGS[step.ending]];
	const before = fixture.sent.length;
	let row = 0;
	fixture.rows.heal();
	if (step.fault !== null)
		fixture.rows[step.fault.when] = (method, key) => {
			// The rows of references have a number behind their digest.
			if (method === 'insert' && /^mavapay:1:[^:]+$/.test(key) && row++ === step.fault?.row)
				throw new StoreFault('the database is gone');
		};
	const { supplier, destination, newPayees } = step;
	const payout = { reference: `INV-${number}`, newPayees };
	const { results } = await fixture.run([plan({ destination, sealed: { supplier }, payout })]);
	const [result] = results;
	const sent = fixture.sent.length > before;
	if (result !== undefined && 'outputs' in result)
		return { history: Object(result.outputs[0]?.payout).payeeHistory, sent };
	const history =
		result?.failure.cause === 'payeeNew' ? 'new' : result?.failure.cause === 'payeeChanged' ? 'changed' : null;
	return { history, sent };
}

test('without faults, what is said of a payee is what was accepted before, and nobody is sent who is held back', async () => {
	await fc.assert(
		fc.asyncProperty(steps(fc.constant(null)), async (all) => {
			const fixture = new Fixture();
			const books = new Books();
			for (const [number, step] of all.entries()) {
				const due = books.historyOf(step);
				const isRenamed = books.isOfOtherSupplier(step);
				const { history, sent } = await pay(fixture, step, number);
				expect(sent).toBe(!isHeldBack(due, isRenamed, step.newPayees));
				// Of what was rejected or lost nothing is said.
				if (history !== null) expect(history).toBe(!sent && isRenamed ? 'changed' : due);
				if (sent && step.ending === 'accepted') books.enter(step);
			}
		}),
	);
});

test('whatever row of a payee fails, none is known that was not paid, nor new or known that has surely changed', async () => {
	await fc.assert(
		fc.asyncProperty(steps(fc.option(fault)), async (all) => {
			const fixture = new Fixture();
			const [paid, surely] = [new Books(), new Books()];
			for (const [number, step] of all.entries()) {
				const isPair = paid.pairs.has(`${String(step.supplier)} ${step.destination}`);
				const { history, sent } = await pay(fixture, step, number);
				if (history === 'known') expect(paid.destinations.has(step.destination)).toBe(true);
				if (step.supplier !== null && surely.suppliers.has(step.supplier) && !isPair && history !== null)
					expect(history).toBe('changed');
				if (!sent || step.ending !== 'accepted') continue;
				paid.enter(step);
				if (step.fault === null) surely.enter(step);
			}
		}),
	);
});
