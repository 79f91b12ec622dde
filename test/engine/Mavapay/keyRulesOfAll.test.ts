/** The rules of a key apply to every case that pays or names a payee, in any operation, and to no other case. */
import type { IDataObject } from 'n8n-workflow';
import { operations } from '../../../nodes/Mavapay/operations';
import { nameOf, requestsOf, sandboxCases, stored, titleOf, type Case } from '../../cases';
import { saidBy } from '../../harness/engine';
import { arranged, run, sent, surroundingsOf, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

/** Requests that move money out of a wallet: docs/reference/interface.md. */
const PAYS = /^\/(withdraw(\/|$)|wallet\/payout\/)/;

/** Members of a request's body that name the payee. */
const NAMES = ['beneficiary', 'bankAccountNumber', 'invoice', 'address'];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether the request pays, or names a payee. */
function paysOrNames({ method, path, body }: { method: string; path: string; body: unknown }): boolean {
	return method !== 'GET' && (PAYS.test(path) || (isObject(body) && NAMES.some((name) => name in body)));
}

const writes = () => sent(service.sandbox).filter(({ method }) => method !== 'GET');

/** Runs a case with rules in its credential. Returns the error; null if the case succeeds. */
async function underRules(one: Case, rules: IDataObject): Promise<string | null> {
	const made = await arranged(one, service.sandbox);
	service.sandbox.clearRequests();
	const result = await run(service.sandbox, stored(one, made), surroundingsOf(one, service.sandbox, rules));
	return saidBy(result.nodeError) ?? null;
}

/** Whether the rules of a key apply to the case, according to the requests that it makes. */
async function expected(one: Case): Promise<boolean> {
	const { effect } = one.operation;
	if (effect === 'pay') return true;
	return effect === 'write' && requestsOf(one, await arranged(one, service.sandbox)).some(paysOrNames);
}

const ALL = sandboxCases.map((one) => ({ title: titleOf(one), one }));

describe('Allowed Workflows', () => {
	test.each(ALL)('$title', async ({ one }) => {
		const isHeld = await expected(one);
		const error = await underRules(one, { allowedWorkflows: 'another' });
		const isPrepared = one.operation.effect === 'prepare';
		if (isHeld) {
			expect(error).toMatch(/^Refused by a rule of the key: /);
			expect(writes()).toEqual([]);
		} else {
			// Prepare reports an error in each item, and throws none.
			expect(isPrepared ? null : error).toBeNull();
		}
	});
});

test('operations that name somebody either pay or write, so that they are asked', () => {
	const naming = operations.filter(
		({ effect, fields }) =>
			effect !== 'prepare' && Object.values(fields).some(({ payeePart }) => payeePart !== undefined),
	);
	expect(naming.map(({ effect }) => effect)).toEqual(naming.map(({ effect }) => (effect === 'pay' ? 'pay' : 'write')));
	expect(naming.map(nameOf).sort()).toEqual([
		'bankAccount:create',
		'paymentLink:create',
		'quote:create',
		'quote:createAndAccept',
		'withdrawal:toBankAccount',
		'withdrawal:toGhana',
		'withdrawal:toKenya',
		'withdrawal:toLightning',
		'withdrawal:toSouthAfrica',
		'withdrawal:toStablecoin',
	]);
});
