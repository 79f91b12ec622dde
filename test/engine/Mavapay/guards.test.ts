/** Settings that protect money: an expression, a model or a stray blank must not switch them off. */
import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { operations } from '../../../nodes/Mavapay/operations';
import { operationProperties } from '../../../nodes/core/operation/properties';
import { n8nTransport } from '../../../nodes/core/n8n/adapter';
import type { Deployment } from '../../../nodes/core/service/deployments';
import { TestCredentialsHelper } from '../../harness/engine/credentials';
import { createExecuteContext, runNode, saidBy } from '../../harness/engine';
import { at } from '../../cases/case';
import { answers, credentialOf, json, run, sent, surroundings, useSandbox } from '../../harness/engine/mavapay';
import { ITEMS, parametersOf, runFaulty } from '../../harness/engine/threeItems';
import { timesPaid } from '../../harness/engine/threeOutcomes';
import { accept } from '../../harness/quoteParameters';

const service = useSandbox();

const posts = () => sent(service.sandbox).filter(({ method }) => method !== 'GET');

test('no field that another one hides is required by n8n, in any operation', () => {
	const hidden = operationProperties(operations).filter(({ required, displayOptions: { show = {} } = {} }) => {
		const others = Object.keys(show).filter((name) => !['resource', 'operation', '@tool', 'payment'].includes(name));
		// Fields that only a tool has are left out, because they take no expressions.
		return required === true && others.length > 0 && show['@tool']?.includes(true) !== true;
	});
	expect(hidden.map(({ name }) => name)).toEqual([]);
});

describe('a cap on the acceptance of a quote', () => {
	test.each([
		{ totalAmountInSourceCurrency: 0 },
		{ totalAmount: 500_000, sourceCurrency: null },
		{ amount: 500_000, amountInSourceCurrency: 500_000 },
	])('on an order whose quote says %j is refused for its price, not as unknown', async (price) => {
		const { sandbox } = service;
		const quote = { id: 'q-1', sourceCurrency: 'NGNKOBO', ...price };
		answers(sandbox, '/order/all', [{ quotes: [quote] }]);
		const { nodeError } = await run(sandbox, { ...accept, maximumAmount: '99999999' });
		expect(saidBy(nodeError)).toContain("don't say what the quote costs");
		expect(posts()).toEqual([]);
	});
});

test.each([409, 500])('an answer that n8n throws, with HTTP %d, is never called a refusal of n8n', async (status) => {
	const context = createExecuteContext();
	const cause = Object.assign(new Error('thrown by n8n'), { code: 'ERR_BAD_REQUEST', response: { status } });
	jest
		.spyOn(context.helpers, 'httpRequestWithAuthentication')
		.mockRejectedValue(Object.assign(new Error('refused'), { cause }));
	const { url } = service.sandbox;
	const deployment: Deployment = { kind: 'custom', baseUrl: url, money: 'sandbox' };
	const send = n8nTransport(context, deployment, credentialOf(service.sandbox));
	const request = { method: 'POST', path: '/withdraw' } as const;
	expect(await send(request, { timeoutMs: 1000, guarded: true })).toMatchObject({ kind: 'fault', httpStatus: status });
});

describe('a credential that cannot be read in the second try', () => {
	/** The node; from its second try on, its credential can't be read. */
	const failing = (type: INodeType): INodeType => {
		let tries = 0;
		const execute = async function (this: IExecuteFunctions) {
			tries += 1;
			if (tries > 1) jest.spyOn(this, 'getCredentials').mockRejectedValue(new Error('database is locked'));
			return await type.execute?.call(this);
		};
		return Object.create(type, { execute: { value: execute } });
	};
	const runTwice = async (onError: 'stopWorkflow' | 'continueRegularOutput', effect: 'pay' | 'write' = 'pay') => {
		const around = surroundings(service.sandbox);
		const parameters = parametersOf(effect);
		return await runNode({
			...around,
			type: failing(around.type),
			parameters,
			items: ITEMS,
			onError,
			retryOnFail: true,
			maxTries: 2,
		});
	};
	const refuse = (id: string) =>
		service.sandbox.faults.add({
			match: { bodyIncludes: id },
			fault: { kind: 'status', status: 403, message: 'Forbidden' },
		});

	test('what the first one paid or may have paid is not called unpaid', async () => {
		const { sandbox } = service;
		refuse('1000000001');
		sandbox.faults.add({ match: { bodyIncludes: '1000000003' }, fault: { kind: 'dropAfter' } });
		const { success, tries } = await runTwice('continueRegularOutput');
		expect(tries).toBe(2);
		expect(json(success).map(({ details }) => [at(details, 'outcome'), at(details, 'reference')])).toEqual([
			['rejected', null],
			[undefined, undefined],
			['unknown', '1000000003'],
		]);
		expect(success[1]?.json).toMatchObject({
			payout: {
				transactionId: sandbox.transactions[0]?.id,
				reference: '1000000002',
				outcome: 'accepted',
				replayed: true,
			},
		});
		expect(timesPaid(sandbox)).toEqual([0, 1, 1]);
	});

	test('the error of a run that stops names what may have been paid first, and lists the rest', async () => {
		service.sandbox.faults.add({ match: { bodyIncludes: '1000000003' }, fault: { kind: 'dropAfter' } });
		const { nodeError } = await runTwice('stopWorkflow');
		const said = String(saidBy(nodeError));
		expect(said).toMatch(/^May have been paid: .* database is locked\. /);
		expect(said).toMatch(
			/not to be sent again \(2\): item 0 \(reference 1000000001, transaction [\w-]+\), item 1 \(reference 1000000002, /,
		);
		expect(said).toMatch(/\nClaim: [\w-]+\n\(outcome: unknown, payout reference: '1000000003'\)$/);
	});

	test('what was made, without paying, is output as that', async () => {
		refuse('1000000001');
		const { success } = await runTwice('continueRegularOutput', 'write');
		expect(json(success).map(({ reference }) => reference)).toEqual([undefined, '1000000002', '1000000003']);
	});

	test('a memory that cannot be read either leaves it open', async () => {
		const held = { mavapayPayouts: 'text' };
		const around = surroundings({ ...service.sandbox, url: 'nonsense' });
		const type: INodeType = Object.create(around.type, {
			execute: {
				value: async function (this: IExecuteFunctions) {
					jest.spyOn(this, 'getContext').mockReturnValue(held);
					return await around.type.execute?.call(this);
				},
			},
		});
		const { success } = await runNode({
			...around,
			type,
			parameters: parametersOf('pay'),
			items: ITEMS,
			onError: 'continueRegularOutput',
		});
		expect(json(success).map(({ details }) => at(details, 'outcome'))).toEqual(['unknown', 'unknown', 'unknown']);
	});
});

describe('a credential with an expression', () => {
	const keyed = (apiKey: string) => ({ mavapayApi: credentialOf(service.sandbox, { apiKey }) });
	const items = () =>
		ITEMS.map((item, index) => ({ ...item, key: index === 0 ? service.sandbox.keys.write : 'another' }));
	const pay = async (apiKey: string, more: Partial<Parameters<typeof runFaulty>[3]> = {}) =>
		await runFaulty(service.sandbox, 'pay', 'continueRegularOutput', {
			items: items(),
			credentials: keyed(apiKey),
			...more,
		});

	test.each([
		'={{ $json.key }}',
		"={{ $json.none ?? 'sandbox' }}",
		"={{ $('Items').item.json.key }}",
		'={{ $itemIndex }}',
		"={{ $('Items').all().length > 0 ? '<first>' : '' }}",
		// Without an item, these expressions give the key of the first account.
		"={{ $itemIndex === 1 ? 'another' : '<first>' }}",
		"={{ $input.all()[$itemIndex]?.json.key ?? '<first>' }}",
		"={{ $input.item?.json?.key ?? '<first>' }}",
		"={{ $('Items').all()[$itemIndex]?.json.key ?? '<first>' }}",
	])('that looks at the item, %s, pays nobody from the first one of several', async (apiKey) => {
		const { success } = await pay(apiKey.replace('<first>', service.sandbox.keys.write));
		expect(json(success)).toMatchObject(
			ITEMS.map(() => ({
				error: expect.stringContaining('An expression in it may depend on'),
				details: { cause: 'invalidCredential', outcome: 'rejected' },
			})),
		);
		expect(posts()).toEqual([]);
	});

	test('pays a single item', async () => {
		expect(json((await pay('={{ $json.key }}', { items: items().slice(0, 1) })).success)).toMatchObject([
			{ payout: { outcome: 'accepted' } },
		]);
	});

	test.each(["={{ '<first>'.trim() }}", "={{ $vars.key ?? '<first>' }}", '<first>'])(
		'that is the same for all items, %s, pays all of them and is read twice, however many there are',
		async (apiKey) => {
			const reads = jest.spyOn(TestCredentialsHelper.prototype, 'getDecrypted');
			const { success } = await pay(apiKey.replace('<first>', service.sandbox.keys.write));
			expect(success.map((item) => at(item.json, 'payout', 'outcome'))).toEqual(ITEMS.map(() => 'accepted'));
			expect(reads).toHaveBeenCalledTimes(2);
			reads.mockRestore();
		},
	);
});
