/** Swaps, and quotes that are accepted, that a person approved: what they cost, whom they pay, and all else that is sent. */
import type { INodeParameters } from 'n8n-workflow';
import '../../harness/seed';
import { ends, outcomes, useApproval } from '../../harness/engine/approval';
import { at, byId, placed } from '../../cases/case';
import { asSwap, makeQuote, swapped } from '../../cases/quoteParts';
import { accept } from '../../cases/resolve';
import { answers, json, run, summaryOf, useSandbox } from '../../harness/engine/mavapay';
import { toPhone } from '../../harness/payeeParameters';
import { createAndAccept } from '../../harness/quoteParameters';

const service = useSandbox();

const { paid, sent, approveAndPay } = useApproval(service);

describe('a swap', () => {
	const swap = (options: INodeParameters): INodeParameters => ({
		...swapped,
		amount: '5000',
		amountIs: 'arrives',
		payoutReference: 'SWAP-1',
		...placed(options),
	});
	const both = (prepared: INodeParameters, given: INodeParameters) => ({
		prepareParameters: { resource: 'prepare', operation: 'createAndAccept', ...swap(prepared) },
		payParameters: {
			resource: 'quote',
			operation: 'createAndAccept',
			...swap(given),
			approvalDigest: "={{ $('Prepare').first().json.approvalDigest }}",
		},
	});

	const payee = {
		...{ from: 'BTC', to: 'NGN', amount: '500000', amountIs: 'arrives', sendTo: 'somebody' },
		beneficiaryType: 'ngn',
		bank: byId('000013'),
		accountNumber: '0123456789',
		accountName: 'Ada Obi',
	};
	const most = { maximumAmount: '100000000' };

	test('is approved by the most it may cost, and makes no quote before', async () => {
		const quotes: number[] = [];
		const result = await approveAndPay((rows) => rows, {
			rows: [{}],
			...both(most, most),
			between: () => quotes.push(service.sandbox.requests.filter(({ method }) => method === 'POST').length),
		});
		expect(quotes).toEqual([0]);
		expect(outcomes(result)).toEqual(['accepted']);
		expect(at(json(result.items('Prepare', 0))[0], 'prepared', 'atMost', 'minor')).toBe('100000000');
	});

	test('is not paid where it may cost more than was approved', async () => {
		const result = await approveAndPay((rows) => rows, {
			rows: [{}],
			...both({ maximumAmount: '100000000' }, { maximumAmount: '200000000' }),
		});
		expect(ends(result)).toEqual(['notApproved']);
		expect(paid()).toEqual([]);
	});

	test('is prepared with the least that it must give, which the approver reads', async () => {
		const floor = { ...most, minimumTargetAmount: '4900' };
		const { prepareParameters } = both(floor, floor);
		const { success } = await run(service.sandbox, prepareParameters);
		const { text } = await summaryOf(service.sandbox, json(success));
		expect(text).toContain(', at most 1,000,000.00 NGN, for at least 0.00004900 BTC\n');
	});

	test('shows the amount that was typed, and not its cap alone', async () => {
		const kes = {
			...createAndAccept,
			...asSwap({ ...toPhone, paymentCurrency: 'KESCENT' }),
			maximumAmount: '900000000',
		};
		const textOf = async (amount: string) => {
			const { success } = await run(service.sandbox, {
				...kes,
				amount,
				resource: 'prepare',
				operation: 'createAndAccept',
				payoutReference: 'KES-1',
			});
			return (await summaryOf(service.sandbox, json(success))).text;
		};
		expect(await textOf('500000')).toContain(' 5,000.00 KES, ');
		expect(await textOf('5000000')).toContain(' 50,000.00 KES, at most 9,000,000.00 NGN\n');
		expect(await textOf('5000000')).toMatch(/^1 payout to approve: 50,000.00 KES, at most 9,000,000.00 NGN, /);
	});

	test.each([
		['a lower floor than was approved', '1'],
		['no floor', ''],
		['another floor that is not lower', '4950'],
	])('is not paid with %s', async (_, minimumTargetAmount) => {
		const approved = { ...most, minimumTargetAmount: '4900' };
		const given = both(approved, { ...most, minimumTargetAmount });
		const result = await approveAndPay((rows) => rows, { rows: [{}], ...given });
		expect(ends(result)).toEqual(['notApproved']);
		expect(sent()).toBe(0);
		const same = await approveAndPay((rows) => rows, { rows: [{}], ...both(approved, approved) });
		expect(outcomes(same)).toEqual(['accepted']);
	});

	test('that pays somebody is shown with whom, and is not paid to anybody else', async () => {
		const toAccount = { ...payee, accountNumber: '={{ $json.account }}' };
		const { prepareParameters, payParameters } = both(most, most);
		const result = await approveAndPay(([first]) => [{ ...first, account: '0123456782' }], {
			rows: [{ account: '0123456781' }],
			prepareParameters: { ...prepareParameters, ...toAccount },
			payParameters: { ...payParameters, ...toAccount },
		});
		expect(at(json(result.items('Prepare', 0))[0], 'prepared', 'lines')).toContainEqual(
			expect.stringMatching(/account 0123456781 at Guaranty Trust Bank from BTC to NGN$/),
		);
		expect(ends(result)).toEqual(['notApproved']);
		expect(service.sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});

	test.each<[string, INodeParameters]>([
		['Customer Internal Fee', { customerInternalFee: '500' }],
		['Speed', { speed: 'fast' }],
		['Skip Virtual Account', { skipVirtualAccount: true }],
		['Bank Name', { bankName: 'Another' }],
	])('is not paid with another %s than was approved', async (_, options) => {
		const { prepareParameters, payParameters } = both(most, { ...most, ...options });
		const result = await approveAndPay((rows) => rows, {
			rows: [{}],
			prepareParameters: { ...prepareParameters, ...payee },
			payParameters: { ...payParameters, ...payee },
		});
		expect(ends(result)).toEqual(['notApproved']);
		expect(service.sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});

	test('is not paid into an own wallet where it was approved for somebody', async () => {
		const { prepareParameters, payParameters } = both(most, most);
		const result = await approveAndPay((rows) => rows, {
			rows: [{}],
			prepareParameters: { ...prepareParameters, ...payee },
			payParameters: { ...payParameters, ...payee, sendTo: 'wallet' },
		});
		expect(ends(result)).toEqual(['notApproved']);
		expect(service.sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});

	test('is approved with the account name that was typed, which its approver reads as not asked of the bank', async () => {
		const { prepareParameters, payParameters } = both(most, most);
		const given = { rows: [{}], prepareParameters: { ...prepareParameters, ...payee } };
		const another = { ...payParameters, ...payee, accountName: 'Somebody Else' };
		const result = await approveAndPay((rows) => rows, { ...given, payParameters: another });
		expect(ends(result)).toEqual(['notApproved']);
		expect(service.sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);

		const prepared = json(result.items('Prepare', 0));
		expect(at(prepared[0], 'prepared', 'payeeName')).toBeUndefined();
		const items = prepared.map((item) => structuredClone(item));
		expect((await summaryOf(service.sandbox, items)).text).toContain('\nto "Ada Obi" (not asked of the bank)\n');
		const same = await approveAndPay((rows) => rows, { ...given, payParameters: { ...payParameters, ...payee } });
		// It was approved, and then the sandbox compares the name itself.
		expect(ends(same)).not.toEqual(['notApproved']);
	});

	test('is not paid with another customer reference beside the same payout reference', async () => {
		const { prepareParameters, payParameters } = both(most, most);
		const result = await approveAndPay((rows) => rows, {
			rows: [{}],
			prepareParameters: { ...prepareParameters, payoutReference: 'SWAP-1' },
			payParameters: { ...payParameters, payoutReference: 'SWAP-1', options: { customerReference: 'another' } },
		});
		expect(ends(result)).toEqual(['notApproved']);
		expect(paid()).toEqual([]);
	});

	test('by what leaves, without a bound, is not paid', async () => {
		const { prepareParameters, payParameters } = both({}, {});
		const leaves = { amount: '500000', amountIs: 'leaves' };
		const result = await approveAndPay((rows) => rows, {
			rows: [{}],
			prepareParameters: { ...prepareParameters, ...leaves },
			payParameters: { ...payParameters, ...leaves },
		});
		expect(ends(result)).toEqual(['notApproved']);
		expect(paid()).toEqual([]);
	});
});

describe('a quote that is accepted', () => {
	const both = (quoteId: string) => ({
		prepareParameters: { ...accept(quoteId), resource: 'prepare', operation: 'accept' },
		payParameters: { ...accept(quoteId), approvalDigest: "={{ $('Prepare').first().json.approvalDigest }}" },
	});

	test.each(['documented', 'client'] as const)('is approved at what it costs, orders in the form: %s', async (form) => {
		service.sandbox.configure({ orderQuotes: form });
		const { quoteId = '' } = await makeQuote(service.sandbox);
		const result = await approveAndPay((rows) => rows, { rows: [{}], ...both(quoteId) });
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
		const result = await approveAndPay((rows) => rows, { rows: [{}], ...both(quoteId), between: reprice });
		expect(ends(result)).toEqual([cause]);
		expect(sent()).toBe(posts);
	});
});
