import type { IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import { EVENTS } from '../core/events/paymentEvent';
import { fail, ok, type Result, type ValueOf } from '../core/domain/result';
import { writtenParameters } from '../core/n8n/adapter';
import { eventFilterFields, readEventFilters } from '../core/operation/eventFilters';
import { problemText, readFields, when } from '../core/operation/field';
import { choices, collection, flag, strictChoice, wholeNumber } from '../core/operation/fields';
import { nodeProperties } from '../core/operation/properties';

/** Only options that loosen checks: if all options are written as one expression, n8n silently drops them. */
const triggerOptions = {
	allowRepeatedEvents: flag('Allow Repeated Events', {
		description: 'Whether to start the workflow each time an event is delivered, instead of once per event',
	}),
	replaceWhileTesting: flag('Replace Webhook While Testing', {
		description:
			"Whether to replace the account's webhook while you listen for a test event, even if an active workflow uses it and then gets no events. The webhook is restored after one event or two minutes.",
	}),
};

const triggerFields = {
	events: {
		...choices('Trigger On', {
			default: ['*'],
			choices: [
				{ name: 'Any Event', value: '*', description: 'Including event types not listed here' },
				...EVENTS.map(({ name, value, description }) => ({ name, value, description })),
			],
		}),
		required: true,
	},
	registration: strictChoice('Registration', {
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
		flag('Replace Existing Webhook', {
			description:
				'Whether to replace a webhook that is already set, since an account has only one. It is restored on deactivation.',
		}),
	),
	...eventFilterFields,
	confirmWithMavapay: flag('Confirm with Mavapay', {
		description: 'Whether to compare each event with its transaction at Mavapay before starting the workflow',
	}),
	maximumAge: wholeNumber('Maximum Age', {
		description: "How old an event's last update can be. Older events are refused, even if Mavapay delivers them late.",
		hint: 'In minutes. 0 allows any age.',
		default: 0,
		min: 0,
		max: 525_600,
	}),
	options: collection('Options', { placeholder: 'Add option', members: triggerOptions }),
};

const manualNotice: INodeProperties = {
	displayName:
		"In Mavapay, set the production URL from 'Webhook URLs' and the credential's 'Webhook Signing Secret'. This node changes nothing there.",
	name: 'manualNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { registration: ['manual'] } },
};

export const triggerProperties = (): INodeProperties[] =>
	nodeProperties(triggerFields).flatMap((property) =>
		property.name === 'registration' ? [property, manualNotice] : [property],
	);

export type Settings = Readonly<ValueOf<ReturnType<typeof readSettings>>>;

type Resolved = Readonly<Record<string, unknown>>;

/** Reads the settings. Fails on n8n's Engine 2.0, which never runs `execute()`, so repeated events would get through. */
export function settingsOf(context: IHookFunctions | IWebhookFunctions): Result<Settings> {
	if (runsOnOtherEngine(context))
		return fail(
			`n8n's Engine 2.0 would start this workflow again for each repeated event. Remove "engineType" from the workflow's settings, or use 'Transaction: Get New' in a workflow without it`,
		);
	const resolved = Object.fromEntries(
		Object.keys(triggerFields).map((name) => [name, context.getNodeParameter(name, '')]),
	);
	return readSettings(resolved, writtenParameters(context));
}

/** Whether n8n's Engine 2.0 runs the workflow. n8n versions without `getWorkflowSettings` have only the old engine. */
function runsOnOtherEngine(context: IHookFunctions | IWebhookFunctions): boolean {
	if (typeof context.getWorkflowSettings !== 'function') return false;
	const { engineType = 'v1' } = context.getWorkflowSettings();
	return engineType !== 'v1';
}

/** Reads the parameters. A value that isn't offered is refused, not replaced by a default. */
export function readSettings(resolved: Resolved, written: Resolved = {}) {
	const read = readFields(triggerFields, { resolved, written });
	if (!read.ok) return fail(read.problems.map(problemText).join('; '));
	const { events, registration, replaceExisting = false, confirmWithMavapay, maximumAge } = read.value;
	const filters = readEventFilters(read.value);
	if (!filters.ok) return fail(filters.problems.map(problemText).join('; '));
	const { allowRepeatedEvents = false, replaceWhileTesting = false } = read.value.options;
	return ok({
		/** Names of events; `*` for any. */
		events,
		registration,
		replaceExisting,
		filters: filters.value,
		confirmWithMavapay,
		maximumAgeMs: maximumAge === 0 ? null : maximumAge * 60_000,
		allowRepeatedEvents,
		replaceWhileTesting,
	});
}
