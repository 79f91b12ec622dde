import type { ZodMiniType } from 'zod/mini';

import type { JsonObject } from '../domain/json';
import { dataObjects, type Answer, type ServiceRequest } from '../service/service';
import { distinct, type Chosen, type Fields, type Problem, type ReadResult, type Values } from './field';
import { collection } from './fields';
import { bindOptions, skipChecks } from './moneyFields';
import type { MoneyOperation, Prepared, PreparingService, Scope } from './operation';
import { problemsOf, readFields, readOptions } from './parameters';

export type BindInput<F extends Fields, O extends Fields> = Values<F> & { options: Chosen<O> };

interface BindFace<F extends Fields, O extends Fields> {
	resource: string;
	operation: string;
	name: string;
	action: string;
	description: string;
	fields: F;
	options?: O;
	/** What one output item is known to hold. */
	answer?: ZodMiniType;
}

interface BindSpec<F extends Fields, O extends Fields> extends BindFace<F, O> {
	/** Checks that need several fields or the deployment; `skip` is the user's Skip Checks. */
	check?: (input: BindInput<F, O>, scope: Scope, skip: boolean) => Problem[];
	request: (input: BindInput<F, O>, scope: Scope) => ReadResult<ServiceRequest>;
	/** Where the request depends on something only the service knows; gets the one built so far. */
	prepare?: (
		input: BindInput<F, O>,
		service: PreparingService,
		scope: Scope,
		built: ServiceRequest,
	) => Promise<ServiceRequest>;
	emit?: (answer: Answer, input: BindInput<F, O>) => JsonObject[];
	/** `skip` is the user's Skip Checks. */
	hints?: (input: BindInput<F, O>, skip: boolean) => string[];
	/** What makes two requests the same one; by default the request itself. */
	identity?: (input: BindInput<F, O>) => JsonObject;
}

/** An operation that binds or creates something, without moving money. */
export function bindOperation<F extends Fields, O extends Fields = Record<never, never>>(
	spec: BindSpec<F, O>,
): MoneyOperation {
	const common = { ...bindOptions, skipChecks };
	const members: Fields = { ...spec.options, ...common };
	return {
		resource: spec.resource,
		operation: spec.operation,
		name: spec.name,
		action: spec.action,
		description: spec.description,
		effect: 'bind',
		...(spec.answer === undefined ? {} : { answer: spec.answer }),
		fields: {
			...spec.fields,
			options: collection({ label: 'Options', placeholder: 'Add option', members }),
		},
		plan(parameters, scope) {
			const own = readFields(spec.fields, parameters);
			const chosen = readOptions(spec.options, parameters);
			const shared = readOptions(common, parameters);
			if (!own.ok || !chosen.ok || !shared.ok) {
				return { ok: false, problems: distinct([own, chosen, shared].flatMap(problemsOf)) };
			}
			const input = { ...own.value, options: chosen.value };
			const skip = shared.value.skipChecks ?? false;
			const problems = spec.check?.(input, scope, skip) ?? [];
			if (problems.length > 0) return { ok: false, problems };
			const built = spec.request(input, scope);
			if (!built.ok) return built;
			const identity = spec.identity?.(input) ?? { ...built.value };
			return {
				ok: true,
				value: {
					identity: {
						operation: `${spec.resource}:${spec.operation}`,
						destination: JSON.stringify(identity),
						amountMinor: null,
						currency: null,
						quoteId: null,
					},
					shownAs: { deed: `"${spec.action}"`, payee: '' },
					amount: null,
					settings: {
						timeoutMs: (shared.value.timeout ?? 60) * 1000,
						onUnknown: shared.value.onUnknown ?? 'stop',
						payout: null,
					},
					hints: spec.hints?.(input, skip) ?? [],
					preparesByReading: false,
					prepare: async (service): Promise<Prepared> => ({
						request: (await spec.prepare?.(input, service, scope, built.value)) ?? built.value,
						amount: null,
						emit: (answer) => spec.emit?.(answer, input) ?? dataObjects(answer.data),
					}),
				},
			};
		},
	};
}
