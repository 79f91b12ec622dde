import type { JsonObject } from '../domain/json';
import type { Payee } from '../domain/payees/allowedPayees';
import { ok } from '../domain/result';
import { inWords } from '../domain/text';
import { objectOrMany } from '../service/schema';
import { dataObjects, type ReadService, type ServiceResponse } from '../service/service';
import {
	type Chosen,
	combine,
	type Field,
	type Fields,
	type ItemParameters,
	NOT_AS_TOOL,
	readCollection,
	readFields,
	type ReadResult,
	when,
} from './field';
import { collection, flag, wholeNumber } from './fields';
import type {
	CustomOperation,
	Operation,
	PayOperation,
	ReadOperation,
	RecordOperation,
	Scope,
	ToolEffect,
	WriteOperation,
} from './operation';
import { payFields, paymentOptions, payPlan } from './pay';
import { allowedPayeesFor, namedPayee, namesSomebody, payeeProblems } from './payees';
import { requestOptions, requestSettings, skipChecks } from './payFields';
import type {
	CheckedInfo,
	CustomItem,
	CustomSpec,
	NoFields,
	OperationInfo,
	OwnInput,
	PaymentSpec,
	ReadSpec,
	RecordSpec,
	WriteSpec,
} from './specs';

/** The label of an operation without a `name`: `getStatus` is "Get Status". */
export function nameInWords(operation: string): string {
	return operation === 'getAll' ? 'Get Many' : inWords(operation).replace(' For ', ' for ');
}

/** The part of an operation that n8n shows, with 'Allowed Payees' among its fields where it names a payee. */
function faceOf<E extends Operation['effect']>(
	effect: E,
	[resource, operation]: readonly [string, string],
	{ name = nameInWords(operation), action, description }: Omit<OperationInfo<Fields, Fields>, 'fields'>,
	fields: Fields,
	toolEffect: ToolEffect = effect === 'custom' || effect === 'record' ? 'read' : effect,
) {
	return { resource, operation, name, action, description, effect, toolEffect, fields: withAllowedPayees(fields) };
}

/** Adds 'Allowed Payees' before the filters and options of an operation that names a payee. */
function withAllowedPayees(fields: Fields): Fields {
	const { options, filters, ...others } = fields;
	const last = { ...(filters === undefined ? {} : { filters }), ...(options === undefined ? {} : { options }) };
	return 'allowedPayees' in fields ? fields : { ...others, ...allowedPayeesFor(fields), ...last };
}

function optionsOf(members: Fields = {}): Fields {
	if (Object.keys(members).length === 0) return {};
	return { options: collection('Options', { placeholder: 'Add option', members }) };
}

/**
 * Reads the fields of an operation that pays nothing and checks them, for an AI agent first against 'Allowed Payees'. A
 * payment compares its payee later (`payPlan`), so that it ends as a payment that was not sent.
 */
function readChecked<F extends Fields, O extends Fields, C extends Fields>(
	spec: CheckedInfo<F, O>,
	common: C,
	parameters: ItemParameters,
	scope: Scope,
): ReadResult<OwnInput<F, O> & { options: Chosen<C> }> {
	const read = readInput(spec, common, parameters);
	if (!read.ok) return read;
	const input = read.value;
	const notAllowed = scope.asTool ? payeeProblems(spec.fields, parameters, scope, spec.amountOf?.(input) ?? null) : [];
	const problems = notAllowed.length > 0 ? notAllowed : (spec.check?.(input, scope) ?? []);
	return problems.length === 0 ? read : { ok: false, problems };
}

/** Reads an operation's own fields and options, and the options that all of its kind have; every problem once. */
function readInput<F extends Fields, O extends Fields, C extends Fields>(
	{ fields, options: own }: OperationInfo<F, O>,
	common: C,
	parameters: ItemParameters,
): ReadResult<OwnInput<F, O> & { options: Chosen<C> }> {
	const read = combine({
		own: readFields(fields, parameters),
		chosen: readCollection('Options', own, parameters.resolved.options, parameters.resolved),
		shared: readCollection('Options', common, parameters.resolved.options, parameters.resolved),
	});
	if (!read.ok) return read;
	const options = { ...read.value.chosen, ...read.value.shared };
	return ok({ ...read.value.own, options, skipChecks: 'skipChecks' in options && options.skipChecks === true });
}

const readOptions = {
	itemsInParallel: when(
		NOT_AS_TOOL,
		wholeNumber('Items in Parallel', {
			description: "How many items to read at the same time. If not set, as many as Mavapay's responses allow.",
			default: 10,
			min: 1,
			max: 100,
		}),
	),
};

/**
 * Defines an operation that only reads. It is repeated after a failure that may pass, and items are read in parallel.
 *
 * @example
 * export const priceGet = defineRead('price', 'get', {
 * 	action: 'Get a price',
 * 	description: 'Get the exchange rate of a currency pair',
 * 	fields: { pair: choice('Pair', { aiMayFill: true, default: 'usdngn', choices: PAIRS }) },
 * 	request: ({ pair }) => get('/price/ticker', { pair }),
 * });
 */
export function defineRead<F extends Fields, O extends Fields = NoFields>(
	resource: string,
	operation: string,
	spec: ReadSpec<F, O>,
): ReadOperation {
	return {
		...faceOf('read', [resource, operation], spec, {
			...spec.fields,
			...optionsOf({ ...spec.options, ...readOptions }),
		}),
		plan(parameters, scope) {
			const read = readChecked(spec, readOptions, parameters, scope);
			if (!read.ok) return read;
			const input = read.value;
			const hints: string[] = [];
			const collect = async (service: ReadService) => {
				if ('collect' in spec) return await spec.collect(input, service, scope, (text) => void hints.push(text));
				const { data, body } = await service.read(spec.request(input, scope), objectOrMany);
				// Lists with pages have this member (docs/reference/interface.md#list-transactions); these are documented without pages.
				if (body.nextPage === true)
					hints.push(
						"Mavapay says that more pages follow, which this operation doesn't read: these are not all results.",
					);
				return spec.select?.(data, input) ?? dataObjects(data);
			};
			return ok({ collect, hints, itemsInParallel: input.options.itemsInParallel });
		},
	};
}

/**
 * Defines an operation that is neither one request nor a payment: a comparison of all items, or what is new at Mavapay.
 * `from` names the input items of each output item, which n8n links to it.
 *
 * @example
 * export const payoutSummarize = defineCustom('payout', 'summarize', {
 * 	action: 'Summarize payouts',
 * 	description: 'Turn all items into one item with totals',
 * 	fields: {},
 * 	collect: async (items) => [{ json: { count: items.length }, from: items.map(({ index }) => index) }],
 * });
 */
export function defineCustom<F extends Fields, O extends Fields = NoFields>(
	resource: string,
	operation: string,
	spec: CustomSpec<F, O>,
): CustomOperation {
	const fields = { ...spec.fields, ...optionsOf(spec.options) };
	const shown = faceOf('custom', [resource, operation], spec, fields, spec.toolEffect);
	return {
		...shown,
		offline: spec.offline ?? false,
		begin() {
			const items: Array<CustomItem<OwnInput<F, O>>> = [];
			return {
				plan(item, parameters, scope) {
					if (scope.asTool && spec.toolEffect === 'refused') return refusedToAgents(shown.name, DECIDES);
					const read = readChecked(spec, {}, parameters, scope);
					if (!read.ok) return read;
					items.push({ ...item, input: read.value });
					return ok(null);
				},
				collect: async (context, scope) => await spec.collect(items, context, scope),
			};
		},
	};
}

const writeOptionFields = { ...requestOptions, skipChecks };

/**
 * Defines an operation that creates or changes something and moves no money. Items run one by one, nothing is repeated
 * blindly, and 'Skip Checks', 'Timeout' and the options of outcomes are added.
 *
 * @example
 * export const stablecoinAddressGenerate = defineWrite('stablecoinAddress', 'generate', {
 * 	action: 'Generate a stablecoin address',
 * 	description: 'Create a USDT deposit address that a customer can pay into',
 * 	fields: { label: text('Label'), network: choice('Network', { default: 'trc20', choices: USDT_NETWORKS }) },
 * 	check: ({ network, skipChecks }) => (skipChecks ? [] : problemIn('Network', checkNetwork(network))),
 * 	request: ({ label, network }) =>
 * 		post('/collections/stablecoin/generate-address', { label, currency: USDT.code, network }),
 * });
 */
export function defineWrite<F extends Fields, O extends Fields = NoFields>(
	resource: string,
	operation: string,
	spec: WriteSpec<F, O>,
): WriteOperation {
	const options = optionsOf({ ...spec.options, ...writeOptionFields });
	return {
		...faceOf('write', [resource, operation], spec, { ...spec.fields, ...options }),
		plan(parameters, scope) {
			const read = readChecked(spec, writeOptionFields, parameters, scope);
			if (!read.ok) return read;
			const input = read.value;
			const built = spec.request(input, scope);
			const unseen: Payee | null = spec.paysOut?.(input) === true ? { kind: 'unseen' } : null;
			const payee = namedPayee(spec.fields, parameters) ?? unseen;
			return ok({
				identity: {
					operation: `${resource}:${operation}`,
					destination: JSON.stringify(spec.identifiedBy?.(input) ?? built),
					amountMinor: null,
					currency: null,
					quoteId: null,
				},
				shownAs: { action: `"${spec.action}"` },
				names: payee === null ? null : { payee, amount: spec.amountOf?.(input) ?? null },
				settings: requestSettings(input.options),
				hints: input.skipChecks ? [] : (spec.hints?.(input) ?? []),
				lookUp: async (service) => ({
					request: (await spec.complete?.(input, built, service, scope)) ?? built,
					output: (response) => orMessage(spec.output?.(response, input) ?? dataObjects(response.data), response),
				}),
			});
		},
	};
}

/** The output of a write; the response's message where it has none, since a branch without items ends without a word. */
const orMessage = (outputs: JsonObject[], { message }: ServiceResponse) =>
	outputs.length > 0 ? outputs : [{ message }];

/** The problem of an AI agent's call that only a person may make; `why` follows the operation's name. */
function refusedToAgents(name: string, why: string): ReadResult<never> {
	return { ok: false, problems: [{ field: 'Operation', reason: `"${name}" ${why}` }] };
}

const DECIDES = 'is for people only: it decides what may be paid, so an AI agent may not run it. Ask a person to do it';

const PAYS_UNSEEN =
	"is for people only: none of its fields names who is paid, so nothing can be held against 'Allowed Payees'";

/**
 * Defines a payment; adds reference, supplier, limits and options. `draft` makes the payment of one item and sends
 * nothing; `lookUp` asks Mavapay what the request depends on. Claim, memory and sending are `core/payout`'s.
 *
 * @example
 * export const withdrawalToStablecoin = definePayment('withdrawal', 'toStablecoin', {
 * 	action: 'Withdraw to a stablecoin address',
 * 	description: 'Send USDT to an address',
 * 	withoutReference: null,
 * 	response: paidTransaction,
 * 	fields: {
 * 		network: choice('Network', { payeePart: 'address.network', default: 'trc20', choices: USDT_NETWORKS }),
 * 		address: text('Address', { payeePart: 'address' }),
 * 		amount: amount(USDT),
 * 		amountUnit: amountUnitOf(USDT),
 * 	},
 * 	draft: ({ network, address, amount, payee }) => {
 * 		const { minor, currency } = amount;
 * 		const request = post('/withdraw/stablecoin', { network, address, currency, amount: minor.toString() });
 * 		return ok({
 * 			destination: addressDestination(network, address),
 * 			price: priceOf(amount),
 * 			limitsIn: amount,
 * 			requests: [request],
 * 			shownAs: { action: 'the withdrawal', to: payeeInWords(payee) },
 * 			looksUp: 'nothing',
 * 			lookUp: async () => ({ request, output: paidOutput }),
 * 		});
 * 	},
 * });
 */
export function definePayment<F extends Fields, G extends Fields = NoFields, O extends Fields = NoFields>(
	resource: string,
	operation: string,
	given: PaymentSpec<F, G, O>,
): PayOperation {
	const { forPeopleOnly = namesSomebody(given.fields) ? undefined : PAYS_UNSEEN, guards, response } = given;
	const spec = { ...given, resource, operation, forPeopleOnly };
	const { supplier, reference, limits } = payFields(spec, spec.fields);
	const options = optionsOf({ ...spec.options, ...paymentOptions });
	const fields = { ...spec.fields, ...reference, ...guards, ...supplier, ...limits, ...options };
	const shown = faceOf('pay', [resource, operation], spec, fields, forPeopleOnly === undefined ? 'pay' : 'refused');
	return {
		...shown,
		response,
		plan(parameters, scope) {
			if (scope.asTool && forPeopleOnly !== undefined) return refusedToAgents(shown.name, forPeopleOnly);
			const read = combine({
				input: readInput(spec, paymentOptions, parameters),
				guarded: readFields(guards, parameters),
			});
			if (!read.ok) return read;
			const { input, guarded } = read.value;
			const payee = namedPayee(spec.fields, parameters);
			const draft = spec.draft({ ...input, ...guarded, payee }, scope);
			return draft.ok ? payPlan(spec, { draft: draft.value, chosen: input.options, payee }, parameters, scope) : draft;
		},
	};
}

/** Defines an operation on the workflow's own record of payouts. Each item is answered by itself. */
export function defineRecord<F extends Fields, O extends Fields = NoFields>(
	resource: string,
	operation: string,
	{ plan, asTool = false, ...spec }: RecordSpec<F, O>,
): RecordOperation {
	const fields = { ...spec.fields, ...optionsOf(spec.options) };
	const shown = faceOf('record', [resource, operation], spec, fields, asTool ? 'read' : 'refused');
	return {
		...shown,
		plan(parameters, scope) {
			if (scope.asTool && !asTool) return refusedToAgents(shown.name, DECIDES);
			const read = readChecked(spec, {}, parameters, scope);
			return read.ok ? ok(plan(read.value)) : read;
		},
	};
}

/** 'Return All' and 'Limit', worded as n8n's lint requires. */
export const listFields: { returnAll: Field<boolean>; limit: Field<number | undefined> } = {
	returnAll: flag('Return All', { description: 'Whether to return all results or only up to a given limit' }),
	limit: {
		...wholeNumber('Limit', { description: '', default: 50, min: 1, max: 100_000, aiMayFill: true }),
		face: {
			type: 'number',
			default: 50,
			typeOptions: { minValue: 1 },
			description: 'Max number of results to return',
		},
		showWhen: { returnAll: [false] },
	},
};

/** The first results of a list, up to 'Limit'; all of them with 'Return All'. */
export function firstOf<T>(list: T[], input: { returnAll: boolean; limit: number | undefined }): T[] {
	return input.returnAll || input.limit === undefined ? list : list.slice(0, input.limit);
}
