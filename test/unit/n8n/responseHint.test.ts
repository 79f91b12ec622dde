import { responseHint } from '../../../nodes/core/n8n/outputItems';
import { acceptedQuote } from '../../../nodes/Mavapay/operations/quote/quote';
import { transaction } from '../../../nodes/Mavapay/operations/transaction/transaction';

describe('responseHint of a payment', () => {
	const outcome = (name: string) => ({ payout: { outcome: name } });

	it.each(['notSent', 'alreadyPaid'])('looks at no item that was not sent now: %s', (name) => {
		expect(responseHint({ response: acceptedQuote }, [{ request: {}, ...outcome(name) }])).toBeNull();
	});

	it.each([[outcome('accepted')], [{}], [{ payout: 'text' }]])('looks at a response: %j', (item) => {
		expect(responseHint({ response: acceptedQuote }, [item])).toMatch(/unexpected format \('quoteId'/);
	});

	it('names each place once', () => {
		const hint = responseHint({ response: transaction }, [
			{ id: 't-1', amount: 'many' },
			{ id: 't-2', amount: 'few', metadata: { bankCode: 7 }, status: 1 },
			{ id: 3 },
		]);
		expect(hint).toBe(
			"Mavapay's response has an unexpected format ('amount', 'status', 'metadata.bankCode' and 1 more). It was passed through unchanged.",
		);
	});

	it('says nothing of members that are new, absent or null, or of numbers as text', () => {
		const item = { id: 't-1', amount: '100.00', fees: null, brandNew: { a: 1 } };
		expect(responseHint({ response: transaction }, [item])).toBeNull();
	});
});
