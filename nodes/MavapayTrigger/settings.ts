import type { IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import { EVENTS, type Filters } from '../core/domain/events/paymentEvent';
import { fail, ok, type Result } from '../core/domain/result';
import { writtenParameters } from '../core/n8n/adapter';
import { eventFilterFields, readEventFilters } from '../core/operation/eventFilters';
import { when, type Field } from '../core/operation/field';
import { choices, collection, flag, strictChoice, wholeNumber } from '../core/operation/fields';
import { isExpression, problemText, readFields } from '../core/operation/parameters';
import { nodeProperties } from '../core/operation/properties';

/** Set but blank, as by an expression that gave nothing, it is refused: it would be off without a word. */
const guard = <T>(field: Field<T>): Field<T> => ({ ...field, guard: true });

const signatureCheck = strictChoice({
	label: 'Signature Check',
	default: 'required',
	choices: [
		{ name: 'Off', value: 'off', description: 'Look up every event at Mavapay instead' },
		{ name: 'Required', value: 'required', description: 'Reject events without a valid signature' },
	],
});

const optionFields = {
	confirmWithService: guard(
		flag({
			label: 'Confirm with Service',
			description:
				"Whether to look up the transaction at Mavapay before starting the workflow. Always on when 'Signature Check' is Off.",
			default: false,
		}),
	),
	deduplicate: guard(
		flag({
			label: 'Deduplicate',
			description:
				'Whether to ignore events that were already received. They are remembered in the database of n8n, across restarts and processes.',
			default: true,
		}),
	),
	maximumAge: guard(
		wholeNumber({
			label: 'Maximum Age',
			description:
				'How old an event may be, in minutes, by the time of its last update. Older events are rejected as replays, also those that Mavapay delivers late.',
			default: 60,
			min: 1,
			max: 525_600,
		}),
	),
	signatureCheck: guard(signatureCheck),
	takeSlotWhileTesting: flag({
		label: 'Replace Webhook While Testing',
		description:
			"Whether to temporarily replace the account's webhook while listening for a test event. It is restored after one event or two minutes.",
		default: false,
	}),
};

const fields = {
	events: {
		...choices({
			label: 'Trigger On',
			default: ['*'],
			choices: [
				{ name: 'Any Event', value: '*', description: 'Including event types not listed here' },
				...EVENTS.map(({ event, label, description }) => ({ name: label, value: event, description })),
			],
		}),
		required: true,
	},
	registration: strictChoice({
		label: 'Registration',
		default: 'automatic',
		choices: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Set the webhook at Mavapay when the workflow is activated',
			},
			{ name: 'Manual', value: 'manual', description: 'You set the webhook at Mavapay yourself' },
		],
	}),
	replaceExisting: when(
		{ registration: ['automatic'] },
		flag({
			label: 'Replace Existing Webhook',
			description:
				'Whether to replace a webhook that is already set. An account has only one; it is restored on deactivation.',
			default: false,
		}),
	),
	filters: collection({ label: 'Filters', placeholder: 'Add filter', members: eventFilterFields }),
	options: collection({ label: 'Options', placeholder: 'Add option', members: optionFields }),
};

const manualNotice: INodeProperties = {
	displayName:
		"Set the production URL from 'Webhook URLs' and the credential's 'Webhook Signing Secret' in Mavapay. This node won't change anything there.",
	name: 'manualNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { registration: ['manual'] } },
};

/** The parameters of the trigger, as n8n shows them. */
export const triggerProperties: INodeProperties[] = nodeProperties(fields).flatMap((property) =>
	property.name === 'registration' ? [property, manualNotice] : [property],
);

/** The trigger's parameters, checked. */
export interface Settings {
	/** Names of events; `*` stands for every kind. */
	readonly events: readonly string[];
	readonly registration: 'automatic' | 'manual';
	readonly replaceExisting: boolean;
	readonly filters: Filters;
	readonly signatureCheck: 'required' | 'off';
	readonly confirmWithService: boolean;
	/** Null for any age. */
	readonly maximumAgeMs: number | null;
	readonly deduplicate: boolean;
	readonly replaceWhileTesting: boolean;
}

type Resolved = Readonly<Record<string, unknown>>;

/** The settings in an activation, a deactivation or a delivery. */
export function settingsOf(context: IHookFunctions | IWebhookFunctions): Result<Settings> {
	const resolved = Object.fromEntries(
		Object.entries(fields).map(([name, { face }]) => [name, context.getNodeParameter(name, face.default)]),
	);
	return readSettings(resolved, writtenParameters(context));
}

/**
 * Checks the parameters. A value that is none of those offered is refused instead of being taken for
 * a default: a misspelled 'off' must not become anything else.
 */
export function readSettings(resolved: Resolved, written: Resolved = {}): Result<Settings> {
	for (const name of ['filters', 'options'] as const) {
		// n8n gives an empty object for it, and every filter or check in it would be gone without a word.
		if (isExpression(written[name])) {
			return fail(
				`'${fields[name].label}' can't be set by a single expression. Use one expression per ${name === 'filters' ? 'filter' : 'option'}`,
			);
		}
	}
	const read = readFields(fields, { resolved, written });
	if (!read.ok) return fail(read.problems.map(problemText).join('; '));
	const { events, registration, replaceExisting = false, filters: chosen, options } = read.value;
	const filters = readEventFilters(chosen);
	if (!filters.ok) return filters;
	const { signatureCheck = 'required', confirmWithService = false, maximumAge, deduplicate = true } = options;
	return ok({
		events,
		registration,
		replaceExisting,
		filters: filters.value,
		signatureCheck,
		// Where no signature is demanded, Mavapay's word is all there is.
		confirmWithService: confirmWithService || signatureCheck !== 'required',
		maximumAgeMs: maximumAge === undefined ? null : maximumAge * 60_000,
		deduplicate,
		replaceWhileTesting: options.takeSlotWhileTesting ?? false,
	});
}
