/** Checks that a payment reaches the intended payee: the name enquiry, the expected name and the bank list. */
import type { INodeParameters } from 'n8n-workflow';
import { saidBy } from '../../harness/engine';
import { bankBeneficiary, BANKS, ENQUIRY } from '../../cases/bank';
import { at, byId, placed } from '../../cases/case';
import { bankPayout, toBank } from '../../cases/withdrawal';
import { answers, openAccount, run, sent, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const bank = (more: object = {}, options: INodeParameters = {}): INodeParameters => ({
	...bankPayout,
	...more,
	...placed(options),
});
const posts = () => sent(service.sandbox).filter(({ method }) => method !== 'GET');
const paidTo = () => posts().map(({ body }) => at(body, 'beneficiary'));

/** Every name enquiry from now on answers with this data. */
const enquiryAnswers = (data: object) => answers(service.sandbox, '/bank/name-enquiry', data);

describe('the name enquiry answers', () => {
	const found = { accountName: 'ADAEZE CHIOMA OKAFOR', accountNumber: '0123456789' };

	test.each([
		['another bank', '000014', '000014'],
		['the bank without its zeros, as a number', 13, '13'],
	])('with %s: nothing is paid', async (_, bankCode, shown) => {
		enquiryAnswers({ ...found, bankCode });
		const { nodeError } = await run(service.sandbox, bank());
		expect(saidBy(nodeError)).toContain(
			`Nothing was paid. The name enquiry responded for bank ${shown} instead of 000013.`,
		);
		expect(posts()).toEqual([]);
	});

	test.each([['a bank', { bankCode: { code: '000013' } }, 'bankCode']])(
		'with %s that cannot be read: nothing is paid',
		async (_, more, member) => {
			enquiryAnswers({ ...found, ...more });
			const { nodeError } = await run(service.sandbox, bank());
			expect(saidBy(nodeError)).toContain(`Nothing was paid. Mavapay's response has an unexpected format (${member}).`);
			expect(posts()).toEqual([]);
		},
	);

	test.each([
		['with the bank that was asked', { bankCode: '000013' }],
		['without a bank, with a channel', { kycLevel: '2', nameInquiryReference: 'n-1', channelCode: '1' }],
		['with an empty bank', { bankCode: null }],
	])('%s: the bank that was asked is paid, with name and number as they came', async (_, more) => {
		enquiryAnswers({ ...found, ...more });
		const { nodeError } = await run(service.sandbox, bank());
		expect(nodeError).toBeUndefined();
		expect(paidTo()).toEqual([bankBeneficiary]);
	});
});

describe('a name enquiry that fails for now', () => {
	const fails = (message: string, body: object, times: number) =>
		service.sandbox.faults.add({
			match: { path: '/bank/name-enquiry', times },
			fault: { kind: 'status', status: 400, body: JSON.parse(JSON.stringify({ ...body, message })) },
		});

	const temporary = [
		['Account verification failed', { status: 'error', error: 'Bad Request' }, 'serverError'],
		['Rate limit exceeded', { statusCode: 400, error: 'Bad Request' }, 'rateLimited'],
	] as const;

	test.each(temporary)('"%s" is asked again', async (message, body) => {
		fails(message, body, 1);
		expect((await run(service.sandbox, bank())).nodeError).toBeUndefined();
		expect(posts()).toHaveLength(1);
	});

	test('is no judgement on the account', async () => {
		const [[message, body, cause]] = temporary;
		fails(message, body, 9);
		const { success } = await run(service.sandbox, bank(), { onError: 'continueRegularOutput' });
		expect(success[0]?.json.details).toMatchObject({ outcome: 'rejected', cause, retryable: true });
		expect(success[0]?.json.message).toContain(`Mavapay responded (400): "${message}". Try again later.`);
		expect(posts()).toEqual([]);
	});
});

describe('an answer that is no name', () => {
	test.each(['N/A', 'A*** O**'])('%p: nothing is paid, and Verify Account finds nobody', async (accountName) => {
		enquiryAnswers({ accountName, accountNumber: '0123456789' });
		for (const more of [{}, { expectedAccountName: 'Ada Obi' }, { options: { skipChecks: true } }]) {
			const { nodeError } = await run(service.sandbox, bank(more));
			expect(saidBy(nodeError)).toContain(`The bank gave no name for account 0123456789, but "${accountName}".`);
		}
		const verify = { resource: 'bank', operation: 'verifyAccount', ...toBank };
		const { nodeError } = await run(service.sandbox, verify);
		expect(saidBy(nodeError)).toMatch(/^The bank gave no name for account 0123456789/);
		expect(posts()).toEqual([]);
	});

	test.each(['OK FOODS LTD'])('%p is one, and paid', async (accountName) => {
		openAccount(service.sandbox, '000013', '0123456789', accountName);
		expect((await run(service.sandbox, bank())).nodeError).toBeUndefined();
		expect(paidTo()).toMatchObject([{ bankAccountName: accountName }]);
	});
});

test('a bank by ID stands with its name in every refusal of a run that asked its list', async () => {
	const said = async (more: object) =>
		(await run(service.sandbox, bank(more), { onError: 'continueRegularOutput' })).success[0]?.json.message;
	const named = 'Guaranty Trust Bank';
	expect(await said({ accountNumber: '0000000017' })).toContain(`0000000017 at ${named}`);
	expect(await said({ expectedAccountName: 'Somebody Else' })).toContain(`0123456789 at ${named}`);
	expect(await said({ maximumAmount: '1' })).toContain(`0123456789 at ${named}`);
	expect(await said({ newPayees: 'refuseNew' })).toContain(`0123456789 at ${named}`);
	expect(posts()).toEqual([]);
});

describe('Without Name Enquiry', () => {
	const unasked = { withoutNameEnquiry: true, accountName: 'ADAEZE CHIOMA OKAFOR' };

	test.each([true, 'true'])('as %j sends Account Name, and asks nobody', async (withoutNameEnquiry) => {
		const { nodeError } = await run(service.sandbox, bank({}, { ...unasked, withoutNameEnquiry }));
		expect(nodeError).toBeUndefined();
		expect(paidTo()).toEqual([bankBeneficiary]);
		expect(sent(service.sandbox)).not.toContainEqual(ENQUIRY);
	});

	test('asks all the same where a name is expected, and sends what the bank has', async () => {
		const options = { ...unasked, accountName: 'Anybody' };
		const other = await run(service.sandbox, bank({ expectedAccountName: 'Somebody Else' }, options));
		expect(saidBy(other.nodeError)).toContain('belongs to "ADAEZE CHIOMA OKAFOR", not to "Somebody Else"');
		expect(posts()).toEqual([]);
		await run(service.sandbox, bank({ expectedAccountName: 'Okafor Adaeze Chioma' }, options));
		expect(paidTo()).toEqual([bankBeneficiary]);
	});

	test.each([{ withoutNameEnquiry: true }, { ...unasked, accountName: ' ' }])(
		'needs Account Name: %j',
		async (options) => {
			const { nodeError } = await run(service.sandbox, bank({}, options));
			expect(saidBy(nodeError)).toContain("'Account Name' is empty");
			expect(service.sandbox.requests).toEqual([]);
		},
	);

	test.each([{}, { withoutNameEnquiry: false }, { withoutNameEnquiry: '={{ $json.nothing }}' }])(
		'as %j the bank is asked, and Account Name counts for nothing',
		async (more) => {
			const { hints } = await run(service.sandbox, bank({}, { accountName: 'Anybody', ...more }));
			expect(paidTo()).toEqual([bankBeneficiary]);
			expect(hints[1]?.message).toContain("fill in 'Expected Account Name' instead");
		},
	);
});

describe('Expected Account Name', () => {
	const registered = 'OKAFOR ADAEZE CHIOMA NGOZI';
	const pay = async (expectedAccountName: string, more: object = {}) => {
		openAccount(service.sandbox, '000013', '0123456789', registered);
		return await run(service.sandbox, bank({ expectedAccountName, ...more }), { onError: 'continueRegularOutput' });
	};

	test('neither Skip Checks nor a bank by name or code lets more words pass', async () => {
		for (const more of [{ options: { skipChecks: true } }, { bank: { ...byId('000013'), mode: 'nameOrCode' } }]) {
			const { success } = await pay('Adaeze Okafor', more);
			expect(at(success[0]?.json, 'details', 'cause')).toBe('nameHasMore');
		}
		expect(posts()).toEqual([]);
	});
});

describe('the bank list', () => {
	const lists = () => sent(service.sandbox).filter(({ path }) => path === BANKS.path).length;
	const pay = async (payoutReference: string, more: object = {}) =>
		saidBy((await run(service.sandbox, bank({ payoutReference, ...more }))).nodeError);

	test('is asked for once, also by executions that come later', async () => {
		expect([await pay('A'), await pay('B', { amount: '250001' })]).toEqual([undefined, undefined]);
		expect(lists()).toBe(1);
		expect(paidTo()).toEqual([bankBeneficiary, bankBeneficiary]);
	});
});
