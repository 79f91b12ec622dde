/** What leaves the node of a payment. */
import {
	asReplay,
	paidTransactionId,
	payoutMember,
	transactionIdOf,
	withoutError,
	withPayout,
	withWarning,
} from '../../../nodes/core/payout/output';
import { LIVE } from '../../harness/payout/rows';

describe('what is emitted', () => {
	const payout = { outcome: 'accepted' };

	it('shows the payout with its amount in both units', () => {
		const facts = {
			reference: 'A',
			outcome: 'accepted' as const,
			replayed: false,
			deployment: LIVE,
		};
		expect(payoutMember({ ...facts, amount: { minor: 123n, currency: 'NGN' } })).toEqual({
			reference: 'A',
			outcome: 'accepted',
			replayed: false,
			deployment: 'live',
			amount: { minor: '123', major: '1.23', currency: 'NGN' },
		});
		expect(payoutMember({ ...facts, amount: null }).amount).toBeNull();
		expect(payoutMember({ ...facts, amount: null, reason: 'rent' })).toEqual({
			...payoutMember({ ...facts, amount: null }),
			reason: 'rent',
		});
	});

	it('moves members of the service out of the way, and only those', () => {
		expect(withPayout({ id: 'a' }, payout)).toStrictEqual({ id: 'a', payout });
		expect(withPayout({ payout: 1, error: 2 }, payout)).toStrictEqual({ servicePayout: 1, serviceError: 2, payout });
		expect(Object.keys(withPayout({ id: 'a', payout: 1 }, payout))).toEqual(['payout', 'id', 'servicePayout']);
		const plain = { id: 'a' };
		expect(withoutError(plain)).toBe(plain);
		expect(withoutError({ id: 'a', error: undefined })).toStrictEqual({ id: 'a' });
		expect(withoutError({ error: null })).toStrictEqual({ serviceError: null });
	});

	it('is marked when it is emitted again', () => {
		expect(asReplay({ id: 'a', payout })).toEqual({ id: 'a', payout: { outcome: 'accepted', replayed: true } });
		for (const output of [{ id: 'a' }, { payout: null }, { payout: 'x' }, { payout: [1] }])
			expect(asReplay(output)).toBe(output);
	});

	it('carries a warning beside the payout', () => {
		expect(withWarning({ id: 'a', payout }, 'look', 'c-1')).toEqual({
			id: 'a',
			payout: { outcome: 'accepted', warning: 'look', claim: 'c-1' },
		});
		for (const odd of [{}, { payout: null }, { payout: 'x' }, { payout: [1] }])
			expect(withWarning(odd, 'look', 'c-1')).toEqual({ payout: { warning: 'look', claim: 'c-1' } });
	});

	it('has the ID of its transaction, unless it accepts a quote, whose ID is none', () => {
		const request = { method: 'POST' as const, path: '/withdraw' };
		const ids = [[], ['paymentHash' as const], ['quoteId' as const]].map((kinds) =>
			paidTransactionId({ request, output: () => [], lookUpKeys: kinds.map((kind) => ({ kind, value: 'x' })) }, [
				{ id: 't' },
			]),
		);
		expect(ids).toEqual(['t', 't', null]);
	});

	it('is known by the id of its transaction, or of its quote', () => {
		expect(transactionIdOf({ id: 't', quoteId: 'q' })).toBe('t');
		// One that comes as a number must not be missing in its row.
		expect(transactionIdOf({ id: 7, quoteId: 'q' })).toBe('7');
		expect(transactionIdOf({ id: '', quoteId: 8 })).toBe('8');
		expect(transactionIdOf({ id: null })).toBeNull();
		expect(transactionIdOf({})).toBeNull();
	});
});
