import { ok } from '../domain/result';
import type { Json, JsonObject } from '../domain/json';
import { inWords } from '../domain/text';
import { recordOrMany, type Schema } from '../service/schema';
import { dataObjects, type ServiceResponse, type ReadService, type ServiceRequest } from '../service/service';
import { type Chosen, type Field, type Fields, type Problem, type ReadResult, type Values } from './field';
import { collection, flag, wholeNumber } from './fields';
import type {
	CustomContext,
	CustomOperation,
	CustomOutput,
	GivenAmount,
	InputItem,
	WriteOperation,
	Operation,
	PayDraft,
	PayOperation,
	ReadOperation,
	RecordPlan,
	Scope,
	ToolEffect,
} from './operation';
import { readCollection, readFields, together, type ItemParameters } from './parameters';
import { payFields, paymentOptions, payPlan, type PayInput, type PaySpec } from './pay';
import { allowedPayeesFor, namedPayee, namesSomebody, payeeProblems } from './payees';
import { requestOptions, requestSettings, skipChecks } from './payFields';

/** What an operation's callbacks get: its fields as they were read, and its own options. */
type OwnInput<F extends Fields, O extends Fields> = Values<F> & {
	options: Chosen<O>;
	/** The user's Skip Checks, where the operation has it. */
	skipChecks: boolean;
};

interface OperationInfo<F extends Fields, O extends Fields> {
	/** The option's label, without the resource; by default the operation in words. */
	name?: string;
	/** The entry in n8n's node search, sentence case, with the resource. */
	action: string;
	description: string;
	fields: F;
	/** Its own options; those that all operations of its kind have are added. */
	options?: O;
}

type NoFields = Record<never, never>;

/** An operation that may have checks of several fields together, or of the deployment. */
interface CheckedInfo<F extends Fields, O extends Fields> extends OperationInfo<F, O> {
	check?: (input: OwnInput<F, O>, scope: Scope) => Problem[];
	/** The amount that caps of an AI agent's payees are compared with; a cap is refused where an operation has none. */
	amountOf?: (input: OwnInput<F, O>) => GivenAmount;
}

/** Reads with one request, or in its own way: pages, polls, or asks several times. */
type ReadSpec<F extends Fields, O extends Fields> = CheckedInfo<F, O> &
	(
		| {
				request: (input: OwnInput<F, O>, scope: Scope) => ServiceRequest;
				/** From the `data` of the response; by default a list's members or the one object, as they came. */
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

/** Creates or changes something, without moving money. */
interface WriteSpec<F extends Fields, O extends Fields> extends CheckedInfo<F, O> {
	request: (input: OwnInput<F, O>, scope: Scope) => ServiceRequest;
	/** Where the request depends on something only Mavapay knows; gets the one built so far. */
	complete?: (
		input: OwnInput<F, O>,
		built: ServiceRequest,
		service: ReadService,
		scope: Scope,
	) => Promise<ServiceRequest>;
	output?: (response: ServiceResponse, input: OwnInput<F, O>) => JsonObject[];
	/** Warnings, which Skip Checks turns off. */
	hints?: (input: OwnInput<F, O>) => string[];
	/** What makes two requests the same one; by default the request itself. */
	identifiedBy?: (input: OwnInput<F, O>) => JsonObject;
}

/** Moves money. Its fields say whom it pays and how much; the reference follows, then `guards`, limits and options. */
interface PaymentSpec<F extends Fields, G extends Fields, O extends Fields>
	extends OperationInfo<F, O>, Omit<PaySpec, 'resource' | 'operation'> {
	/** What its output item is known to hold. */
	response: Schema;
	/** How the payment is checked. */
	guards?: G;
	draft: (input: PayInput<F, G, O>, scope: Scope) => ReadResult<PayDraft>;
}

/** Works on the workflow's own record of payouts; of Mavapay it only reads. */
interface RecordSpec<F extends Fields, O extends Fields> extends CheckedInfo<F, O> {
	plan: (input: OwnInput<F, O>) => RecordPlan;
	/** Whether an AI agent may do this; by default it may not. */
	asTool?: boolean;
}

/** Works in a way of its own; by default on all items of a run together. */
interface CustomSpec<F extends Fields, O extends Fields> extends CheckedInfo<F, O> {
	together?: boolean;
	/** What it is as an AI tool. */
	asTool?: 'mark' | 'refused';
	/** Gets every item of its run, at least one. Throws ItemStopped. */
	collect: (
		items: ReadonlyArray<CustomItem<OwnInput<F, O>>>,
		context: CustomContext,
		scope: Scope,
	) => Promise<CustomOutput[]>;
}

/** One item with its parameters read. */
export interface CustomItem<I> extends InputItem {
	readonly input: I;
}

/** The label of an operation that has none of its own. */
export function nameInWords(operation: string): string {
	return operation === 'getAll' ? 'Get Many' : inWords(operation).replace(' For ', ' for ');
}

/** What an operation shows of itself, with all its fields. */
function faceOf<E extends Operation['effect']>(
	effect: E,
	[resource, operation]: readonly [string, string],
	{ name = nameInWords(operation), action, description }: Omit<OperationInfo<Fields, Fields>, 'fields'>,
	fields: Fields,
	asTool: ToolEffect = effect === 'custom' ? 'read' : effect,
) {
	return { resource, operation, name, action, description, effect, asTool, fields: withAllowedPayees(fields) };
}

/** Before the options: whom a person allows, wherever an operation names somebody. */
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
 * What an operation that pays nothing is given, held against its own checks and, for an AI agent, against the payees
 * that a person allowed. Payments have their own message for that.
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
	const held = scope.asTool ? payeeProblems(spec.fields, parameters, scope, spec.amountOf?.(input) ?? null) : [];
	const problems = held.length > 0 ? held : (spec.check?.(input, scope) ?? []);
	return problems.length === 0 ? read : { ok: false, problems };
}

/** An operation's own fields and options, and those that all of its kind have; every problem once. */
function readInput<F extends Fields, O extends Fields, C extends Fields>(
	{ fields, options: own }: OperationInfo<F, O>,
	common: C,
	parameters: ItemParameters,
): ReadResult<OwnInput<F, O> & { options: Chosen<C> }> {
	const read = together({
		own: readFields(fields, parameters),
		chosen: readCollection('Options', own, parameters.resolved.options),
		shared: readCollection('Options', common, parameters.resolved.options),
	});
	if (!read.ok) return read;
	const options = { ...read.value.chosen, ...read.value.shared };
	return ok({ ...read.value.own, options, skipChecks: 'skipChecks' in options && options.skipChecks === true });
}

/** Options of every read. */
const readOptions = {
	itemsInParallel: wholeNumber('Items in Parallel', {
		description: "How many items to read at the same time. Left out, as many as Mavapay's responses allow.",
		default: 10,
		min: 1,
		max: 100,
	}),
};

/** An operation from its data. Its parameters, its entry in the dropdowns, its checks and its run all come from here. */
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
				const { data, body } = await service.read(spec.request(input, scope), recordOrMany);
				// As lists with pages say it (docs/interface.md#list-transactions); these are documented without.
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

/** The same of one that works in a way of its own. */
export function defineCustom<F extends Fields, O extends Fields = NoFields>(
	resource: string,
	operation: string,
	spec: CustomSpec<F, O>,
): CustomOperation {
	const fields = { ...spec.fields, ...optionsOf(spec.options) };
	const shown = faceOf('custom', [resource, operation], spec, fields, spec.asTool);
	return {
		...shown,
		together: spec.together ?? true,
		begin() {
			const items: Array<CustomItem<OwnInput<F, O>>> = [];
			return {
				plan(item, parameters, scope) {
					if (scope.asTool && spec.asTool === 'refused') return forPeople(shown.name, DECIDES);
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

/** The same of one that creates or changes something; the options of all requests are added. */
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
			return ok({
				identity: {
					operation: `${resource}:${operation}`,
					destination: JSON.stringify(spec.identifiedBy?.(input) ?? built),
					amountMinor: null,
					currency: null,
					quoteId: null,
				},
				shownAs: { action: `"${spec.action}"` },
				settings: requestSettings(input.options),
				hints: input.skipChecks ? [] : (spec.hints?.(input) ?? []),
				lookUp: async (service) => ({
					request: (await spec.complete?.(input, built, service, scope)) ?? built,
					output: (response) => spec.output?.(response, input) ?? dataObjects(response.data),
				}),
			});
		},
	};
}

/** Fields with others behind the last one that names who is paid. */
function behindPayee(fields: Fields, others: Fields): Fields {
	const entries = Object.entries(fields);
	const behind = entries.map(([, { payeePart }]) => payeePart !== undefined).lastIndexOf(true) + 1;
	return { ...Object.fromEntries(entries.slice(0, behind)), ...others, ...Object.fromEntries(entries.slice(behind)) };
}

function forPeople(name: string, why: string): ReadResult<never> {
	return { ok: false, problems: [{ field: 'Operation', reason: `"${name}" ${why}` }] };
}

const DECIDES = 'is for people only: it decides what may be paid, so an AI agent may not run it. Ask a person to do it';

const PAYS_UNSEEN =
	"is for people only: none of its fields names who is paid, so nothing can be held against 'Allowed Payees'";

/** The same of one that moves money, with the fields that every payment has. */
export function definePayment<F extends Fields, G extends Fields = NoFields, O extends Fields = NoFields>(
	resource: string,
	operation: string,
	given: PaymentSpec<F, G, O>,
): PayOperation {
	const { forPeopleOnly = namesSomebody(given.fields) ? undefined : PAYS_UNSEEN, guards, response } = given;
	const spec = { ...given, resource, operation, forPeopleOnly };
	const { payee: supplier, reference, limits } = payFields(spec, spec.fields);
	const options = optionsOf({ ...spec.options, ...paymentOptions });
	const fields = { ...behindPayee(spec.fields, supplier), ...reference, ...guards, ...limits, ...options };
	const shown = faceOf('pay', [resource, operation], spec, fields, forPeopleOnly === undefined ? 'pay' : 'refused');
	return {
		...shown,
		response,
		plan(parameters, scope) {
			if (scope.asTool && forPeopleOnly !== undefined) return forPeople(shown.name, forPeopleOnly);
			const read = together({
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

/** The same of one that works on the workflow's own record of payouts, item by item. */
export function defineRecord<F extends Fields, O extends Fields = NoFields>(
	resource: string,
	operation: string,
	{ plan, asTool = false, ...spec }: RecordSpec<F, O>,
): CustomOperation {
	return defineCustom(resource, operation, {
		...spec,
		...(asTool ? {} : { asTool: 'refused' }),
		together: false,
		collect: async (items, context) =>
			await Promise.all(
				items.map(async ({ index, input }) => ({ json: await context.record(plan(input)), from: [index] })),
			),
	});
}

/** Return All and Limit, in the wording n8n's lint asks for. */
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

/** Cuts a list to Limit unless Return All is on. */
export function limited<T>(list: T[], input: { returnAll: boolean; limit: number | undefined }): T[] {
	return input.returnAll || input.limit === undefined ? list : list.slice(0, input.limit);
}
