/** Tests one field with bad values, alone and between good items. */
import type { IDataObject } from 'n8n-workflow';
import { badValues, goodValue, itemsOf, parametersFor, type Target } from './values';
import { at } from '../../../cases/case';
import { arranged, json, run, sent, surroundings, useSandbox } from '../../../harness/engine/mavapay';

type Service = ReturnType<typeof useSandbox>;

/** Signs that a value became empty, or was turned into a text such as `null`. */
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
		// A missing column is named in the message, except for fields with their own message (`whenLost`).
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

	// Values that aren't refused are sent unchanged or left out, never sent empty or as another text.
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

/** The request without a `null` body, which the node outputs for a GET. */
function withoutBody(request: unknown): unknown {
	const { body, ...rest } = Object(request);
	return body === null ? rest : { ...rest, body };
}

/** Whether a field's value is never sent, for example because the node itself filters by it. */
const staysHere = ({ operation, inside, name }: Target) =>
	(operation.operation === 'resolve' && (name === 'payee' || name === 'currency')) ||
	(operation.resource === 'order' && inside === 'filters') ||
	// For a reference that is already paid, the given transaction is neither compared nor reported.
	(operation.operation === 'markPaid' && name === 'transactionId') ||
	// The supplier is only remembered, together with the payee.
	name === 'supplier' ||
	// Only a Nigerian beneficiary contains the bank's name.
	(inside === 'options' && name === 'bankName' && operation.resource === 'quote') ||
	name === 'expectedAccountName' ||
	name === 'alsoRefused';

const runCase = async (
	sandbox: Service['sandbox'],
	subject: Target,
	items: IDataObject[],
	made: Record<string, string>,
) => {
	// An invoice can be paid only once, so each item needs its own.
	const hasOwn = subject.operation.operation === 'toLightning' && subject.name !== 'invoice';
	const own = () => (hasOwn ? { invoice: sandbox.makeInvoice({ amountMsat: '2500000' }).invoice } : {});
	const parameters = { ...parametersFor(subject, made), ...(hasOwn ? { invoice: '={{ $json.invoice }}' } : {}) };
	return await run(sandbox, parameters, {
		...surroundings(sandbox, { webhookSigningSecret: 'secret-of-the-credential', ...subject.one.credential }),
		items: items.map((item) => ({ ...item, ...own() })),
		onError: 'continueRegularOutput',
	});
};
