/** Validate Only refuses what the real run would refuse. Its hints say that it is on and what it could not compare. */
import type { INodeParameters } from 'n8n-workflow';
import { at, placed } from '../../cases/case';
import { makeQuote } from '../../cases/quoteParts';
import { endOf, run, sent, useSandbox } from '../../harness/engine/mavapay';
import { accept as acceptance, createAndAccept } from '../../harness/quoteParameters';

const service = useSandbox();

const lightning = (invoice: string, options: INodeParameters): INodeParameters => ({
	resource: 'withdrawal',
	operation: 'toLightning',
	invoice,
	payoutReference: '',
	...placed(options),
});
const accept = (quoteId: string, options: INodeParameters, sourceWallet = 'NGN'): INodeParameters => ({
	...acceptance,
	quoteId,
	sourceWallet,
	...placed(options),
});
const swap = (more: INodeParameters, options: INodeParameters): INodeParameters => ({
	...createAndAccept,
	...more,
	...placed(options),
});

const DRY = { message: "'Validate Only' is on: nothing was paid", type: 'warning', location: 'outputPane' };
const REFUSED = { message: '1 refused', type: 'info', location: 'outputPane' };

const CAPS = [{ maximumAmount: '99999999' }, { maximumTotal: '99999999' }];

/** Runs the parameters twice: first with Validate Only, which must change nothing, then for real. */
const both = async (parameters: (options: INodeParameters) => INodeParameters, cap: INodeParameters) => {
	const dry = await run(service.sandbox, parameters({ ...cap, validateOnly: true }), {
		onError: 'continueRegularOutput',
	});
	const real = await run(service.sandbox, parameters(cap), { onError: 'continueRegularOutput' });
	return { dry, real };
};
const posts = () => sent(service.sandbox).filter(({ method }) => method !== 'GET');

describe.each(CAPS)('under %j', (cap) => {
	test('an invoice without amount is refused by both', async () => {
		const { invoice } = service.sandbox.makeInvoice({ amountMsat: null });
		const { dry, real } = await both((options) => lightning(invoice, options), cap);
		for (const { success } of [dry, real]) {
			expect(endOf(success[0]?.json)).toBe('limitExceeded');
		}
		expect(dry.hints).toEqual([REFUSED]);
		expect(posts()).toEqual([]);
	});

	test('a quote that is not among the orders is refused by both', async () => {
		const { dry, real } = await both((options) => accept('another', options), cap);
		for (const { success } of [dry, real]) expect(endOf(success[0]?.json)).toBe('limitExceeded');
		expect(dry.hints).toEqual([REFUSED]);
		expect(posts()).toEqual([]);
	});

	test('a quote in another currency than the wallet is refused by both', async () => {
		const { quoteId = '' } = await makeQuote(service.sandbox);
		service.sandbox.clearRequests();
		const { dry, real } = await both((options) => accept(quoteId, options, 'BTC'), cap);
		for (const { success } of [dry, real]) expect(at(success[0]?.json, 'details', 'outcome')).toBe('rejected');
		expect(posts()).toEqual([]);
	});

	test('a swap whose cost only its quote tells is validated, and says that the limits were not checked', async () => {
		const { success, hints } = await run(
			service.sandbox,
			swap({ amountIs: 'arrives', amount: '2500' }, { maximumAmount: '99999999', ...cap, validateOnly: true }),
		);
		expect(at(success[0]?.json, 'payout', 'outcome')).toBe('notSent');
		expect(hints).toMatchObject([DRY, { message: expect.stringMatching(/^The limits were not checked/) }]);
		expect(posts()).toEqual([]);
	});
});

describe('without a cap', () => {
	test('an invoice without amount is validated, with no other hint', async () => {
		const { invoice } = service.sandbox.makeInvoice({ amountMsat: null });
		const { success, hints } = await run(service.sandbox, lightning(invoice, { validateOnly: true }));
		expect(at(success[0]?.json, 'payout', 'outcome')).toBe('notSent');
		expect(hints).toEqual([DRY]);
	});

	test('a quote is validated without being looked up, with no other hint', async () => {
		const { success, hints } = await run(service.sandbox, accept('another', { validateOnly: true }));
		expect(at(success[0]?.json, 'payout', 'outcome')).toBe('notSent');
		expect(hints).toEqual([DRY]);
		expect(service.sandbox.requests).toEqual([]);
	});
});

test('a swap over its cap, where the cost is what was asked, is refused without a quote', async () => {
	const { dry } = await both((options) => swap({}, options), { maximumAmount: '499999' });
	expect(endOf(dry.success[0]?.json)).toBe('limitExceeded');
	expect(dry.hints).toEqual([REFUSED]);
	expect(posts()).toEqual([]);
});
