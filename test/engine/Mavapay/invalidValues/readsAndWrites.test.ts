/** Bad values in fields of every operation that reads or writes, and of the record of references. */
import { operations } from '../../../../nodes/Mavapay/operations';
import { harmsNoOther, refusesAll } from './checks';
import { targets, tried } from './values';
import { run, useSandbox } from '../../../harness/engine/mavapay';

const service = useSandbox();

test('every field of every operation is a target, but for those of AI tools, of files and of Prepare', () => {
	const fields = operations.flatMap(({ resource, operation, effect, fields: all }) =>
		Object.entries(all).flatMap(([name, { members, showWhen }]) => {
			// Fields for a file are left out, because the cases hold no binary data.
			if (effect === 'prepare' || showWhen?.['@tool']?.includes(true) || showWhen?.readFrom?.includes('file'))
				return [];
			const names = members === undefined ? [name] : Object.keys(members).map((member) => `${name}.${member}`);
			return names.map((one) => `${resource}:${operation} ${one}`);
		}),
	);
	expect(fields.length).toBeGreaterThan(200);
	expect(targets.map(({ title }) => title).sort()).toEqual(fields.sort());
});

describe.each(tried.filter(({ operation }) => operation.effect !== 'pay'))('$title', (target) => {
	test('refuses it by its label, with the item, and sends nothing', async () => {
		await refusesAll(service, target);
	});

	// These operations look at all items together, so one bad item stops all: reconcile.test.ts.
	if (target.operation.effect === 'custom') return;

	test('harms no other item', async () => {
		await harmsNoOther(service, target);
	});
});

test('all problems of an item are named at once', async () => {
	const parameters = {
		resource: 'bankAccount',
		operation: 'create',
		bank: { __rl: true, mode: 'id', value: '={{ $json.nothing }}' },
		accountNumber: '={{ $json.nothing }}',
		accountName: '={{ ["a"] }}',
		walletId: { __rl: true, mode: 'id', value: 'w1' },
		bankName: '',
		options: {},
	};
	const { success } = await run(service.sandbox, parameters, { onError: 'continueRegularOutput' });
	expect(success[0]?.json.message).toBe(
		"'Bank' has no value: the item has no column 'nothing' (blanks, capitals and invisible characters count), and 2 more. 'Account Number' has no value: the item has no column 'nothing' (blanks, capitals and invisible characters count). 'Account Name' must be text, but is a list. Nothing was sent for this item.",
	);
});

test('an expression that fails is named with its field', async () => {
	const parameters = { resource: 'price', operation: 'get', pair: '={{ $json.pair.toUpperCase() }}', options: {} };
	const items = [{ pair: 'usdngn' }, { pair: 5 }];
	const { success } = await run(service.sandbox, parameters, { items, onError: 'continueRegularOutput' });
	expect(success[0]?.json).toHaveProperty('ask');
	expect(success[1]?.json.message).toMatch(/^'Pair' /);
	expect(service.sandbox.requests).toHaveLength(1);
});
