/** One field with its bad values, alone and between good items. */
import type { IDataObject } from 'n8n-workflow';
import { badValues, goodValue, itemsOf, parametersFor, type Target } from './values';
import { at } from '../../../cases/case';
import { arranged, json, run, sent, surroundings, useSandbox } from '../../../harness/engine/mavapay';

type Service = ReturnType<typeof useSandbox>;

/** A text that would have become empty, or a value that was turned into a text of its kind. */
const GARBLED = /:""|:null|undefined|\[object|NaN/;

const NO_COLUMN = "' has no value: the item has no column 'value'";

/** The payout reference that a message names at its end; null for none. */
const referenceOf = (message: unknown): string | null =>
	/\(outcome: rejected, payout reference: '([^']+)'\)$/.exec(String(message))?.[1] ?? null;

export async function refusesAll({ sandbox }: Service, subject: Target): Promise<void> {
	const made = await arranged(subject.one, sandbox);
	const { refused } = badValues(subject, made);
	sandbox.clearRequests();
	const items = itemsOf(refused);
	const result = await runCase(sandbox, subject, items, made);
	expect(result.nodeError).toBeUndefined();
	expect(result.success).toHaveLength(items.length);
	result.success.forEach((item, index) => {
		const shown = `${index}: ${JSON.stringify(items[index]).slice(0, 80)} ${JSON.stringify(item.json).slice(0, 300)}`;
		expect([shown, Object.keys(item.json)]).toEqual([shown, ['error', 'message', 'details']]);
		expect(item.json.message).toContain(`'${subject.field.label}' `);
		// A missing column is no empty cell. Who approved says so by itself.
		const isAbsent = !('value' in (items[index] ?? {})) && subject.field.whenLost === undefined;
		expect([shown, String(item.json.message).includes(NO_COLUMN)]).toEqual([shown, isAbsent]);
		expect(item.json.message).toMatch(
			/ Nothing was sent for this item\.( \(outcome: rejected, payout reference: '[^']+'\))?$/,
		);
		expect(String(item.json.message).length).toBeLessThan(1_000);
		expect(item.json.details).toEqual({
			outcome: 'rejected',
			cause: 'invalidInput',
			httpCode: null,
			reference: referenceOf(item.json.message),
			claim: null,
			retryable: false,
		});
		expect(item.pairedItem).toEqual({ item: index });
	});
	expect(sent(sandbox)).toEqual([]);
}

export async function harmsNoOther({ sandbox }: Service, subject: Target): Promise<void> {
	const made = await arranged(subject.one, sandbox);
	const { refused, soft } = badValues(subject, made);
	const good = goodValue(subject, made);
	sandbox.clearRequests();
	const values = [good, ...refused.slice(0, 1), ...soft, good];
	const result = await runCase(sandbox, subject, itemsOf(values), made);
	expect(result.nodeError).toBeUndefined();

	const firstOf = (index: number) => result.success.find(({ pairedItem }) => at(pairedItem, 'item') === index);
	const local = (index: number) => at(firstOf(index)?.json, 'details', 'cause') === 'invalidInput';
	expect(JSON.stringify(firstOf(0)?.json ?? null)).not.toContain('"error"');
	expect(local(1)).toBe(refused.length > 0 ? true : local(1));
	expect(local(values.length - 1)).toBe(false);
	const stops = subject.name === 'onUnknown';
	if (!stops) expect(at(firstOf(values.length - 1)?.json, 'details', 'outcome')).not.toBe('notSent');

	// What is no problem here went to the service as it is, or was left out: never empty, never as another text.
	const requests = sent(sandbox);
	const emitted = json(result.success).flatMap(({ request }) => (request === undefined ? [] : [withoutBody(request)]));
	expect(JSON.stringify([requests, emitted])).not.toMatch(GARBLED);
	soft.forEach((value, place) => {
		const index = 1 + Math.min(refused.length, 1) + place;
		if (local(index) || typeof value !== 'string' || value.trim() === '') return;
		const haystack = `${JSON.stringify([requests, json(result.success)])} ${decodeURIComponent(requests.map(({ path }) => path).join(' '))}`;
		const found = haystack.includes(JSON.stringify(value).slice(1, -1)) || haystack.includes(value);
		if (!staysHere(subject)) expect([subject.title, value, found]).toEqual([subject.title, value, true]);
	});
}

/** A GET has no body, which is emitted as null. */
function withoutBody(request: unknown): unknown {
	const { body, ...rest } = Object(request);
	return body === null ? rest : { ...rest, body };
}

/** Filters that the node applies itself, what it compares itself. */
const staysHere = ({ operation, inside, name }: Target) =>
	(operation.operation === 'resolve' && (name === 'payee' || name === 'currency')) ||
	(operation.resource === 'order' && inside === 'filters') ||
	// What is paid already is compared with no transaction, and none is said to have paid it.
	(operation.operation === 'markPaid' && name === 'transactionId') ||
	// Whose payee it is remembered as.
	name === 'supplier' ||
	// A bank's name is part of a Nigerian beneficiary alone.
	(inside === 'options' && name === 'bankName' && operation.resource === 'quote') ||
	name === 'expectedAccountName' ||
	name === 'alsoRefused';

const runCase = async (
	sandbox: Service['sandbox'],
	subject: Target,
	items: IDataObject[],
	made: Record<string, string>,
) => {
	// An invoice is paid once, whatever its reference.
	const hasOwn = subject.operation.operation === 'toLightning' && subject.name !== 'invoice';
	const own = () => (hasOwn ? { invoice: sandbox.makeInvoice({ amountMsat: '2500000' }).invoice } : {});
	const parameters = { ...parametersFor(subject, made), ...(hasOwn ? { invoice: '={{ $json.invoice }}' } : {}) };
	return await run(sandbox, parameters, {
		...surroundings(sandbox, { webhookSigningSecret: 'secret-of-the-credential', ...subject.one.credential }),
		items: items.map((item) => ({ ...item, ...own() })),
		onError: 'continueRegularOutput',
	});
};
