/** The output items of a payment node. */
import { idsIn, payoutMember, withoutError, withPayout, withWarning } from '../../../nodes/core/payout/output';

describe('what is emitted', () => {
	const payout = { outcome: 'accepted' };

	const known = {
		outcome: 'accepted' as const,
		amount: { minor: 123n, currency: 'NGN' },
		payeeName: 'A OBI',
		bank: { code: '000013', name: null },
		fees: { minor: 5n, currency: 'NGN' },
		reference: 'A',
		transactionId: 't',
		payeeHistory: 'new' as const,
		reason: 'rent',
		approvedBy: 'Ada',
		money: 'real' as const,
	};

	it('says first what a payer looks for', () => {
		expect(JSON.stringify(payoutMember(known))).toBe(
			JSON.stringify({
				outcome: 'accepted',
				amount: { minor: '123', major: '1.23', currency: 'NGN', text: '1.23 NGN' },
				payeeName: 'A OBI',
				bank: { code: '000013', name: null },
				fees: { minor: '5', major: '0.05', currency: 'NGN', text: '0.05 NGN' },
				reference: 'A',
				transactionId: 't',
				payeeHistory: 'new',
				reason: 'rent',
				approvedBy: 'Ada',
				replayed: false,
				deployment: 'real money',
			}),
		);
	});

	it('leaves out what does not apply, and says null of what nobody knows', () => {
		const member = payoutMember({ outcome: 'notSent', amount: null, reference: null, money: 'real' });
		const said = { outcome: 'notSent', amount: null, reference: null, replayed: false, deployment: 'real money' };
		expect(member).toStrictEqual(said);
		const unsaid = payoutMember({ ...known, fees: null, transactionId: null, payeeName: null, payeeHistory: null });
		expect(unsaid).toMatchObject({ fees: null, transactionId: null, payeeName: null, payeeHistory: null });
	});

	it('names a warning and its claim right behind the outcome', () => {
		const warned = withWarning({ payout: payoutMember(known), id: 't' }, 'look', '0-1');
		expect(Object.keys(warned)).toEqual(['payout', 'id']);
		expect(Object.entries(Object(warned.payout)).slice(0, 3)).toEqual([
			['outcome', 'accepted'],
			['warning', 'look'],
			['claim', '0-1'],
		]);
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
			idsIn([{ id: 't' }], { request, output: () => [], lookUpKeys: kinds.map((kind) => ({ kind, value: 'x' })) }),
		);
		expect(ids.map(({ transactionId }) => transactionId)).toEqual(['t', 't', null]);
	});
});
