/** Repeats of a payment under another reference, on n8n's engine: with another payee name, operation, key or node. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MINUTE_MS } from '../../../nodes/core/domain/dateTime';
import { digestOf } from '../../../nodes/core/domain/json';
import { utcDayOf } from '../../../nodes/core/payees/recordedPayee';
import { writeClaim } from '../../../nodes/core/record/claimText';
import { rowKey } from '../../../nodes/core/record/rows';
import { at, placed } from '../../cases/case';
import { bankPayout, toStablecoin } from '../../cases/withdrawal';
import { callTool, endOf, json, run, surroundings, TOOL_LIMITS, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const bill = (payoutReference: string, more: INodeParameters = {}): INodeParameters => ({
	...bankPayout,
	payoutReference,
	...more,
});
const paid = () => service.sandbox.ledger.payouts().length;

async function ended(parameters: INodeParameters, rules: IDataObject = {}) {
	const [first] = json(
		(
			await run(
				service.sandbox,
				{ ...parameters },
				{ ...surroundings(service.sandbox, rules), onError: 'continueRegularOutput' },
			)
		).success,
	);
	return endOf(first);
}

afterEach(() => jest.restoreAllMocks());

test('Prepare says that what repeats needs an approval under such a rule, of an earlier run and of its own list', async () => {
	const rules = { repeatsWithinDays: 1 };
	const prepared = async (references: string[]) => {
		const { resource, operation, ...fields } = bill('={{ $json.ref }}', { options: { allowRepeats: true } });
		const prepare = { ...fields, resource: 'prepare', operation };
		const items = references.map((ref) => ({ ref }));
		const { success } = await run(service.sandbox, prepare, { ...surroundings(service.sandbox, rules), items });
		return json(success).map((item) => [at(item, 'prepared', 'status'), at(item, 'prepared', 'needsApproval')]);
	};
	expect(await prepared(['A', 'B'])).toEqual([
		['ready', false],
		['ready', true],
	]);
	expect(await ended(bill('A'), rules)).toBe('accepted');
	expect(await prepared(['C'])).toEqual([['ready', true]]);
	expect(await ended(bill('C', { options: { allowRepeats: true } }), rules)).toBe('repeated');
});

test.each<[string, INodeParameters, unknown]>([
	['the word false for the option', { options: { allowRepeats: 'false' } }, 'repeated'],
	['options written as one expression', { options: '={{ { allowRepeats: true } }}' }, 'repeated'],
	['an account number with blanks', { accountNumber: ' 0123456789 ' }, 'repeated'],
	['whole naira in place of kobo', { amount: '2500', amountUnit: 'major' }, 'repeated'],
	['another memo', { options: { memo: 'second try' } }, 'repeated'],
	['the name not asked', { options: { withoutNameEnquiry: true, accountName: 'Ada' } }, 'repeated'],
])('it is the same payment with %s', async (_, more, expected) => {
	expect(await ended(bill('A'))).toBe('accepted');
	expect([expected, await ended(bill('A, second try', more)), paid()]).toEqual([expected, expected, 1]);
});
const usdt = (customerReference: string, more: INodeParameters = {}): INodeParameters => ({
	...toStablecoin,
	customerReference,
	...more,
});

test('what a node paid, no tool of the workflow repeats, by whatever words', async () => {
	expect(await ended(usdt('A'))).toBe('accepted');
	const parameters = { ...usdt('by the tool'), ...TOOL_LIMITS, allowedPayees: toStablecoin.address };
	const [said] = await callTool(service.sandbox, 'engine', parameters);
	expect(said).toMatch(/^Possible duplicate/);
	expect(paid()).toBe(1);
});

test('a claim that names the row of another payment, which somebody made up, frees no payment but its own', async () => {
	const rules = { repeatsWithinDays: 7 };
	expect(await ended(bill('A'), rules)).toBe('accepted');
	service.sandbox.faults.add({ match: { method: 'POST', times: 1 }, fault: { kind: 'dropBefore', reset: true } });
	expect(await ended(bill('X', { amount: '260000' }), rules)).toBe('reset');
	const likeRow = { chain: chainOf('account:123456789', 250_000n), day: utcDayOf(Date.now()), number: 0 };
	const minute = Math.floor(Date.now() / MINUTE_MS);
	const claim = writeClaim(rowKey('reference', 'sandbox', 'X'), {
		generation: 0,
		minute,
		likeRow,
	});
	const release = {
		resource: 'payoutReference',
		operation: 'release',
		reference: 'X',
		claim,
		...placed({ releaseEarly: true }),
	};
	expect(json((await run(service.sandbox, release)).success)).toMatchObject([{ released: true }]);
	expect(await ended(bill('B'), rules)).toBe('repeated');
	expect(paid()).toBe(1);
});

const chainOf = (payee: string, minor: bigint) =>
	digestOf(['like', 'sandbox', payee, String(minor), 'NGN'], 'base64url').slice(0, 16);
