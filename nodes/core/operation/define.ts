import type { Json, JsonObject } from '../domain/json';
import type { Payee } from '../payees/allowedPayees';
import { ok } from '../domain/result';
import { inWords } from '../domain/text';
import { objectOrMany } from '../service/schema';
import { dataObjects, type ReadService, type ServiceRequest, type ServiceResponse } from '../service/service';
import {
	type Chosen,
	combine,
	type Fields,
	type ItemParameters,
	NOT_AS_TOOL,
	type Problem,
	readCollection,
	readFields,
	type ReadResult,
	type Values,
	when,
} from './field';
import { collection, wholeNumber } from './fields';
import type {
	CustomContext,
	CustomOperation,
	CustomResult,
	GivenAmount,
	InputItem,
	Operation,
	PayDraft,
	PayOperation,
	ReadOperation,
	RecordOperation,
	Scope,
	ToolEffect,
	WriteOperation,
} from './operation';
import type { RecordPlan } from '../payout/plan';
import { payFields, paymentOptions, payPlan, type PaySpec } from './pay';
import { requestOptions, requestSettings, skipChecks } from './payFields';
import { allowedPayeesFor, namedPayee, namesSomebody, payeeProblems } from './payees';
import { simplifyFields } from './simplify';

/* Functions that define operations. Type parameters: F for an operation's fields, O for its own options. */

export type OwnInput<F extends Fields, O extends Fields> = Values<F> & {
	options: Chosen<O>;
	/** The value of 'Skip Checks'; false if the operation doesn't have it. */
	skipChecks: boolean;
};

/** The members that all kinds of operations have. */
export interface OperationInfo<F extends Fields, O extends Fields> {
	/** The label in the Operation dropdown, without the resource; by default `nameInWords` of the operation's value. */
	name?: string;
	/** The operation's entry in n8n's node search: sentence case, with the resource, without "a" and "the". */
	action: string;
	description: string;
	fields: F;
	/** Names of the members that 'Simplify' keeps, for outputs with more than ten members; see `keptNames`. */
	simplified?: string | undefined;
	/** The options that only this operation has. */
	options?: O;
}

export type NoFields = Record<never, never>;

/** An operation whose `check` can compare fields with each other and with the deployment, such as staging. */
export interface CheckedInfo<F extends Fields, O extends Fields> extends OperationInfo<F, O> {
	check?: (input: OwnInput<F, O>, scope: Scope) => Problem[];
	/** The amount to check against caps in 'Allowed Payees' and rules of the API key. Without it, caps are refused. */
	amountOf?: (input: OwnInput<F, O>) => GivenAmount;
}

/** A read: `request` for a single request, or `collect` for several, such as the pages of a list. */
export type ReadSpec<F extends Fields, O extends Fields> = CheckedInfo<F, O> &
	(
		| {
				request: (input: OwnInput<F, O>, scope: Scope) => ServiceRequest;
				/** Selects output items from `data`; by default a list's elements or the single object, unchanged. */
				select?: (data: Json | undefined, input: OwnInput<F, O>) => JsonObject[];
		  }
		| {
				collect: (
					input: OwnInput<F, O>,
					service: ReadService,
					scope: Scope,
					hint: (text: string) => void,
				) => Promise<JsonObject[]>;
		  }
	);

/** A request that creates or changes something and moves no money. */
export interface WriteSpec<F extends Fields, O extends Fields> extends CheckedInfo<F, O> {
	request: (input: OwnInput<F, O>, scope: Scope) => ServiceRequest;
	/** Adds to the request what only Mavapay knows, such as a bank's name. */
	complete?: (
		input: OwnInput<F, O>,
		built: ServiceRequest,
		service: ReadService,
		scope: Scope,
	) => Promise<ServiceRequest>;
	output?: (response: ServiceResponse, input: OwnInput<F, O>) => JsonObject[];
	/** Hints for the user, unless 'Skip Checks' is on. */
	hints?: (input: OwnInput<F, O>) => string[];
	/** Whether Mavapay can later pay out because of this request. If no field names the payee, the payee is `unseen`. */
	paysOut?: (input: OwnInput<F, O>) => boolean;
	/** The values by which a repeated request is recognised; by default the whole request. */
	identifiedBy?: (input: OwnInput<F, O>) => JsonObject;
}

/** A payment. `fields` name the payee and the amount. Fields with `guard` are checked before the payment is sent. */
export interface PaymentSpec<F extends Fields, O extends Fields>
	extends Omit<OperationInfo<F, O>, 'simplified'>, PaySpec {
	fields: F;
	/** Whether the payment's output is so short that 'Simplify' has nothing to remove. */
	isShort?: true;
	/**
	 * Makes the payment of one item from its fields, or says why it can't be paid. Sends nothing. `payee` is the
	 * payee that the fields name, or null if they name none.
	 */
	draft: (input: OwnInput<F, O> & { payee: Payee | null }, scope: Scope) => ReadResult<PayDraft>;
}

/** An operation on the workflow's record of payouts. It can read from Mavapay, but changes nothing there. */
export interface RecordSpec<F extends Fields, O extends Fields> extends CheckedInfo<F, O> {
	plan: (input: OwnInput<F, O>) => RecordPlan;
	/** Whether an AI agent may run the operation; by default it may not. */
	asTool?: boolean;
}

/** An operation on all items of a run together, such as a comparison. */
export interface CustomSpec<F extends Fields, O extends Fields> extends CheckedInfo<F, O> {
	/** Whether the operation needs no credential, because it uses neither Mavapay nor the record. */
	offline?: boolean;
	/** `mark`: a read that outputs each event only once. `refused`: no AI agent may run it. By default, a plain read. */
	toolEffect?: 'mark' | 'refused';
	/** Makes at least one output item from the input items. Throws ItemStopped. */
	collect: (
		items: ReadonlyArray<CustomItem<OwnInput<F, O>>>,
		context: CustomContext,
		scope: Scope,
	) => Promise<CustomResult[]>;
}

export interface CustomItem<I> extends InputItem {
	readonly input: I;
}

/** The label of an operation without a `name`: `getStatus` is "Get Status". */
export function nameInWords(operation: string): string {
	return operation === 'getAll' ? 'Get Many' : inWords(operation).replace(' For ', ' for ');
}

/** Makes the part of an operation that n8n shows, with shared fields such as 'Simplify' and the `common` options. */
function faceOf<E extends Operation['effect']>(
	effect: E,
	[resource, operation]: readonly [string, string],
	{ name = nameInWords(operation), action, description, simplified, ...spec }: OperationInfo<Fields, Fields>,
	common: Fields = {},
	toolEffect: ToolEffect = effect === 'custom' || effect === 'record' ? 'read' : effect,
) {
	const { filters, ...own } = spec.fields;
	const members = { ...spec.options, ...common };
	const hasOptions = Object.keys(members).length > 0;
	const fields: Fields = {
		...own,
		// A payment's own fields already have 'Allowed Payees', above the limits. Adding it again doesn't move it.
		...allowedPayeesFor(own),
		...(simplified === undefined ? {} : simplifyFields),
		...(filters === undefined ? {} : { filters }),
		...(hasOptions ? { options: collection('Options', { placeholder: 'Add option', members }) } : {}),
	};
	return { resource, operation, name, action, description, effect, toolEffect, simplified, fields };
}

/**
 * Reads and checks the fields of an operation that doesn't pay. For an AI agent, the payee must be in 'Allowed Payees'.
 * Payments compare their payee in `payPlan` instead: a refused payment is then output as not sent.
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

/** Reads an operation's own fields and options, and the `common` options. Reports each problem once. */
function readInput<F extends Fields, O extends Fields, C extends Fields>(
	{ fields, simplified, options: own }: OperationInfo<F, O>,
	common: C,
	parameters: ItemParameters,
): ReadResult<OwnInput<F, O> & { options: Chosen<C> }> {
	const { resolved } = parameters;
	const read = combine({
		own: readFields(fields, parameters),
		// If a field of 'Simplify' is empty, or n8n dropped it, its default applies.
		simplify: readCollection('', simplified === undefined ? {} : simplifyFields, resolved, resolved),
		chosen: readCollection('Options', own, resolved.options, resolved),
		shared: readCollection('Options', common, resolved.options, resolved),
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

/** Defines an operation that only reads: in parallel, retried after temporary failures. Example: `price/get.ts`. */
export function defineRead<F extends Fields, O extends Fields = NoFields>(
	resource: string,
	operation: string,
	spec: ReadSpec<F, O>,
): ReadOperation {
	return {
		...faceOf('read', [resource, operation], spec, readOptions),
		plan(parameters, scope) {
			const read = readChecked(spec, readOptions, parameters, scope);
			if (!read.ok) return read;
			const input = read.value;
			const hints: string[] = [];
			const collect = async (service: ReadService) => {
				if ('collect' in spec) return await spec.collect(input, service, scope, (text) => void hints.push(text));
				const { data, body } = await service.read(spec.request(input, scope), objectOrMany);
				// Mavapay documents no pages for the lists that are read here. If it adds pages, `nextPage` says so, as in
				// docs/reference/interface.md#list-transactions.
				if (body.nextPage === true)
					hints.push("Some results are missing: Mavapay has more pages, which this operation can't read.");
				return spec.select?.(data, input) ?? dataObjects(data);
			};
			return ok({ collect, hints, itemsInParallel: input.options.itemsInParallel });
		},
	};
}

/**
 * Defines an operation that is neither one request nor a payment, such as a comparison of all items. n8n links each
 * output item to the input items in `from`. Example: `operations/payout/summarize.ts`.
 */
export function defineCustom<F extends Fields, O extends Fields = NoFields>(
	resource: string,
	operation: string,
	spec: CustomSpec<F, O>,
): CustomOperation {
	const shown = faceOf('custom', [resource, operation], spec, {}, spec.toolEffect);
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
 * Defines an operation that creates or changes something and moves no money. Its requests are sent one by one, and sent
 * again only if Mavapay has certainly done nothing. Example: `operations/stablecoinAddress/generate.ts`.
 */
export function defineWrite<F extends Fields, O extends Fields = NoFields>(
	resource: string,
	operation: string,
	spec: WriteSpec<F, O>,
): WriteOperation {
	return {
		...faceOf('write', [resource, operation], spec, writeOptionFields),
		plan(parameters, scope) {
			const read = readChecked(spec, writeOptionFields, parameters, scope);
			if (!read.ok) return read;
			const input = read.value;
			const built = spec.request(input, scope);
			const unseen: Payee | null = spec.paysOut?.(input) === true ? { kind: 'unseen' } : null;
			const payee = namedPayee(spec.fields, parameters) ?? unseen;
			return ok({
				identity: [`${resource}:${operation}`, JSON.stringify(spec.identifiedBy?.(input) ?? built)],
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

/** A write's outputs. If there are none, the response's message, since n8n runs no further node without an item. */
const orMessage = (outputs: JsonObject[], { message }: ServiceResponse) =>
	outputs.length > 0 ? outputs : [{ message }];

/** The refusal of an AI agent's call to an operation for people only. `why` follows the operation's name. */
function refusedToAgents(name: string, why: string): ReadResult<never> {
	return { ok: false, problems: [{ field: 'Operation', reason: `"${name}" ${why}` }] };
}

const DECIDES = "is for people only: it decides what can be paid, so an AI agent can't run it. Ask a person to do it";

const PAYS_UNSEEN = "is for people only: none of its fields names who is paid, so 'Allowed Payees' can't be checked";

/**
 * Defines a payment with reference, supplier, limits and options. `draft` makes the payment without sending it,
 * `lookUp` asks Mavapay for what the request depends on, and `core/payout` does the rest. Example:
 * `operations/withdrawal/toStablecoin.ts`.
 */
export function definePayment<F extends Fields, O extends Fields = NoFields>(
	resource: string,
	operation: string,
	given: PaymentSpec<F, O>,
): PayOperation {
	const { forPeopleOnly = namesSomebody(given.fields) ? undefined : PAYS_UNSEEN } = given;
	// `payout` has everything a later node needs; dry runs also have `request`.
	const simplified = given.isShort === true ? undefined : 'payout, request';
	const spec = { ...given, forPeopleOnly, simplified };
	const toolEffect = forPeopleOnly === undefined ? 'pay' : 'refused';
	const face = { ...spec, fields: payFields(spec) };
	const shown = faceOf('pay', [resource, operation], face, paymentOptions, toolEffect);
	return {
		...shown,
		plan(parameters, scope) {
			if (scope.asTool && forPeopleOnly !== undefined) return refusedToAgents(shown.name, forPeopleOnly);
			const read = readInput(spec, paymentOptions, parameters);
			if (!read.ok) return read;
			const payee = namedPayee(spec.fields, parameters);
			const draft = spec.draft({ ...read.value, payee }, scope);
			if (!draft.ok) return draft;
			const item = { operation: `${resource}:${operation}`, draft: draft.value, chosen: read.value.options, payee };
			return payPlan(spec, item, parameters, scope);
		},
	};
}

/** Defines an operation on the workflow's record of payouts, item by item. */
export function defineRecord<F extends Fields, O extends Fields = NoFields>(
	resource: string,
	operation: string,
	{ plan, asTool = false, ...spec }: RecordSpec<F, O>,
): RecordOperation {
	const shown = faceOf('record', [resource, operation], spec, {}, asTool ? 'read' : 'refused');
	return {
		...shown,
		plan(parameters, scope) {
			if (scope.asTool && !asTool) return refusedToAgents(shown.name, DECIDES);
			const read = readChecked(spec, {}, parameters, scope);
			return read.ok ? ok(plan(read.value)) : read;
		},
	};
}
