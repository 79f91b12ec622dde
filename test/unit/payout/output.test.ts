/** What leaves the node of a payment. */
import { paidTransactionId, payoutMember, withoutError, withPayout } from '../../../nodes/core/payout/output';
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

	it('has the ID of its transaction, unless it accepts a quote, whose ID is none', () => {
		const request = { method: 'POST' as const, path: '/withdraw' };
		const ids = [[], ['paymentHash' as const], ['quoteId' as const]].map((kinds) =>
			paidTransactionId({ request, output: () => [], lookUpKeys: kinds.map((kind) => ({ kind, value: 'x' })) }, [
				{ id: 't' },
			]),
		);
		expect(ids).toEqual(['t', 't', null]);
	});
});
