/** Approval of swaps and of accepted quotes: it covers the cost, the payee and every other value that is sent. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import '../../harness/seed';
import { ends, outcomes, useApproval } from '../../harness/engine/approval';
import { at, byId, placed } from '../../cases/case';
import { asSwap, makeQuote, swapped } from '../../cases/quoteParts';
import { accept } from '../../cases/resolve';
import { answers, json, run, summaryOf, useSandbox } from '../../harness/engine/mavapay';
import { toPhone } from '../../harness/payeeParameters';
import { createAndAccept } from '../../harness/quoteParameters';

const service = useSandbox();

const { sent, approveAndPay } = useApproval(service);

const DIGEST = "={{ $('Prepare').first().json.approvalDigest }}";
const same = (rows: IDataObject[]) => rows;

describe('a swap', () => {
	const swap = (settings: INodeParameters, more: INodeParameters): INodeParameters => ({
		...swapped,
		amount: '5000',
		amountIs: 'arrives',
		payoutReference: 'SWAP-1',
		...placed(settings),
		...more,
	});
	const most = { maximumAmount: '100000000' };
	const prepareSwap = (settings: INodeParameters = most, more: INodeParameters = {}): INodeParameters => ({
		...swap(settings, more),
		resource: 'prepare',
		operation: 'createAndAccept',
	});
	type Given = readonly [settings?: INodeParameters, more?: INodeParameters];
	/** Prepares and approves a swap, then pays a swap with the given settings. */
	const approve = async (prepared: Given, [settings = most, more = {}]: Given, between = () => {}) =>
		await approveAndPay(same, {
			rows: [{}],
			prepareParameters: prepareSwap(...prepared),
			payParameters: {
				...{ ...swap(settings, more), resource: 'quote', operation: 'createAndAccept' },
				approvalDigest: DIGEST,
			},
			between,
		});

	const payee = {
		...{ from: 'BTC', to: 'NGN', amount: '500000', amountIs: 'arrives', sendTo: 'somebody' },
		beneficiaryType: 'ngn',
		bank: byId('000013'),
		accountNumber: '0123456789',
		accountName: 'Ada Obi',
	};
	const floor = { ...most, minimumTargetAmount: '4900' };

	test('is approved by the most it may cost, and makes no quote before', async () => {
		const quotes: number[] = [];
		const result = await approve([], [], () => quotes.push(sent()));
		expect(quotes).toEqual([0]);
		expect(outcomes(result)).toEqual(['accepted']);
		expect(at(json(result.items('Prepare', 0))[0], 'prepared', 'atMost', 'minor')).toBe('100000000');
	});

	test('that was left out makes no quote', async () => {
		expect(outcomes(await approve([], [most, { leftOut: '["SWAP-1"]', approvedBy: 'Ngozi Eze' }]))).toEqual([
			'leftOut',
		]);
		expect(sent()).toBe(0);
	});

	const leaves = { amount: '500000', amountIs: 'leaves' };
	test.each<[string, Given, Given]>([
		['where it may cost more than was approved', [], [{ maximumAmount: '200000000' }]],
		['with a lower floor than was approved', [floor], [{ ...most, minimumTargetAmount: '1' }]],
		['with no floor', [floor], [{ ...most, minimumTargetAmount: '' }]],
		['with another floor that is not lower', [floor], [{ ...most, minimumTargetAmount: '4950' }]],
		['with another Customer Internal Fee', [most, payee], [{ ...most, customerInternalFee: '500' }, payee]],
		['with another Speed', [most, payee], [{ ...most, speed: 'fast' }, payee]],
		['with another Skip Virtual Account', [most, payee], [{ ...most, skipVirtualAccount: true }, payee]],
		['with another Bank Name', [most, payee], [{ ...most, bankName: 'Another' }, payee]],
		['to another account', [most, payee], [most, { ...payee, accountNumber: '0123456782' }]],
		['under another account name', [most, payee], [most, { ...payee, accountName: 'Somebody Else' }]],
		['into an own wallet in place of somebody', [most, payee], [most, { ...payee, sendTo: 'wallet' }]],
		['with another customer reference', [], [{ ...most, customerReference: 'another' }]],
		['by what leaves, without a bound', [{}, leaves], [{}, leaves]],
	])('is not paid %s', async (_, prepared, given) => {
		expect([ends(await approve(prepared, given)), sent()]).toEqual([['notApproved'], 0]);
	});

	test('with a floor is paid as it was approved, by who read the least that it must give', async () => {
		const result = await approve([floor], [floor]);
		expect(outcomes(result)).toEqual(['accepted']);
		const { text } = await summaryOf(service.sandbox, json(result.items('Prepare', 0)));
		expect(text).toContain(', at most 1,000,000.00 NGN, for at least 0.00004900 BTC\n');
	});

	test('shows the amount that was typed, and not its cap alone', async () => {
		const kes = {
			...createAndAccept,
			...asSwap({ ...toPhone, paymentCurrency: 'KESCENT' }),
			maximumAmount: '900000000',
			payoutReference: 'KES-1',
		};
		const textOf = async (amount: string) => {
			const { success } = await run(service.sandbox, { ...kes, amount, resource: 'prepare' });
			return (await summaryOf(service.sandbox, json(success))).text;
		};
		expect(await textOf('500000')).toContain(' 5,000.00 KES, ');
		expect(await textOf('5000000')).toContain(' 50,000.00 KES, at most 9,000,000.00 NGN\n');
		expect(await textOf('5000000')).toMatch(/^1 payout to approve: 50,000.00 KES, at most 9,000,000.00 NGN, /);
	});

	test('that pays somebody is shown with whom, under the name that was typed and not checked with the bank', async () => {
		const result = await approve([most, payee], [most, payee]);
		// The approval holds. The payment can still fail later, when the sandbox compares the name.
		expect(ends(result)).not.toEqual(['notApproved']);
		const prepared = json(result.items('Prepare', 0));
		expect(at(prepared[0], 'prepared', 'lines')).toContainEqual(
			expect.stringMatching(/account 0123456789 at Guaranty Trust Bank from BTC to NGN$/),
		);
		expect(at(prepared[0], 'prepared', 'payeeName')).toBeUndefined();
		const { text } = await summaryOf(service.sandbox, prepared);
		expect(text).toContain('\nto "Ada Obi" (not checked with the bank)\n');
	});
});

describe('a quote that is accepted', () => {
	const both = (quoteId: string) => ({
		prepareParameters: { ...accept(quoteId), resource: 'prepare', operation: 'accept' },
		payParameters: { ...accept(quoteId), approvalDigest: DIGEST },
	});

	test.each(['documented', 'client'] as const)('is approved at what it costs, orders in the form: %s', async (form) => {
		service.sandbox.configure({ orderQuotes: form });
		const { quoteId = '' } = await makeQuote(service.sandbox);
		const result = await approveAndPay(same, { rows: [{}], ...both(quoteId) });
		expect(outcomes(result)).toEqual(['accepted']);
	});

	test.each([
		['costs more by then', '99999900', 'notApproved'],
		['says nothing of it by then', undefined, 'quoteDiffers'],
	])('is not accepted where it %s', async (_name, totalAmountInSourceCurrency, cause) => {
		const { quoteId = '' } = await makeQuote(service.sandbox);
		const quote = {
			id: quoteId,
			sourceCurrency: 'NGNKOBO',
			...(totalAmountInSourceCurrency === undefined ? {} : { totalAmountInSourceCurrency }),
		};
		const reprice = () => answers(service.sandbox, '/order/all', [{ quotes: [quote] }]);
		const posts = sent();
		const result = await approveAndPay(same, { rows: [{}], ...both(quoteId), between: reprice });
		expect(ends(result)).toEqual([cause]);
		expect(sent()).toBe(posts);
	});
});
