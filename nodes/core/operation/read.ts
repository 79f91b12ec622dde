import type { ZodMiniType } from 'zod/mini';

import type { Json, JsonObject } from '../domain/json';
import { dataObjects, type Answer, type ReadService, type ServiceRequest } from '../service/service';
import { distinct, type Chosen, type Field, type Fields, type Problem, type Values } from './field';
import { collection, flag, wholeNumber } from './fields';
import type { ReadOperation, Scope } from './operation';
import { problemsOf, readFields, readOptions } from './parameters';

const ITEMS_IN_PARALLEL = 5;

const commonOptions = {
	itemsInParallel: wholeNumber({
		label: 'Items in Parallel',
		description: 'How many items are asked for at once',
		default: ITEMS_IN_PARALLEL,
		min: 1,
		max: 50,
	}),
};

interface ReadFace<F extends Fields, O extends Fields> {
	resource: string;
	operation: string;
	name: string;
	action: string;
	description: string;
	fields: F;
	options?: O;
	/** What one output item is known to hold. */
	answer?: ZodMiniType;
	/** Checks that need several fields, or the deployment. */
	check?: (input: ReadInput<F, O>, scope: Scope) => Problem[];
}

export type ReadInput<F extends Fields, O extends Fields> = Values<F> & { options: Chosen<O> };

interface CollectSpec<F extends Fields, O extends Fields> extends ReadFace<F, O> {
	collect: (input: ReadInput<F, O>, service: ReadService, scope: Scope) => Promise<JsonObject[]>;
}

interface GetSpec<F extends Fields, O extends Fields> extends ReadFace<F, O> {
	request: (input: ReadInput<F, O>, scope: Scope) => ServiceRequest;
	/** From the `data` of the answer; by default a list's members or the one object, as they came. */
	select?: (data: Json | undefined, input: ReadInput<F, O>) => JsonObject[];
}

/** An operation that reads in its own way: pages, polls, or asks several times. */
export function collectOperation<F extends Fields, O extends Fields = Record<never, never>>(
	spec: CollectSpec<F, O>,
): ReadOperation {
	const members: Fields = { ...spec.options, ...commonOptions };
	const fields = {
		...spec.fields,
		options: collection({ label: 'Options', placeholder: 'Add option', members }),
	};
	return {
		resource: spec.resource,
		operation: spec.operation,
		name: spec.name,
		action: spec.action,
		description: spec.description,
		effect: 'read',
		fields,
		...(spec.answer === undefined ? {} : { answer: spec.answer }),
		plan(parameters, scope) {
			const own = readFields(spec.fields, parameters);
			const chosen = readOptions(spec.options, parameters);
			const common = readOptions(commonOptions, parameters);
			if (!own.ok || !chosen.ok || !common.ok) {
				return { ok: false, problems: distinct([own, chosen, common].flatMap(problemsOf)) };
			}
			const input = { ...own.value, options: chosen.value };
			const problems = spec.check?.(input, scope) ?? [];
			if (problems.length > 0) return { ok: false, problems };
			return {
				ok: true,
				value: {
					itemsInParallel: common.value.itemsInParallel ?? ITEMS_IN_PARALLEL,
					collect: async (service) => await spec.collect(input, service, scope),
				},
			};
		},
	};
}

/** An operation that reads with one request. */
export function getOperation<F extends Fields, O extends Fields = Record<never, never>>(
	spec: GetSpec<F, O>,
): ReadOperation {
	return collectOperation<F, O>({
		...spec,
		collect: async (input, service, scope) => {
			const answer: Answer = await service.read(spec.request(input, scope));
			return spec.select?.(answer.data, input) ?? dataObjects(answer.data);
		},
	});
}

/** Return All and Limit, in the wording n8n's lint asks for. */
export const listFields: { returnAll: Field<boolean>; limit: Field<number | undefined> } = {
	returnAll: flag({
		label: 'Return All',
		description: 'Whether to return all results or only up to a given limit',
		default: false,
	}),
	limit: {
		...wholeNumber({
			label: 'Limit',
			description: 'Max number of results to return',
			default: 50,
			min: 1,
			max: 100_000,
			aiMayFill: true,
		}),
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
