import { isObject } from '../domain/json';
import { inWords } from '../domain/text';
import { fieldsWhere, NOT_AS_TOOL, showsTo, when, type Fields } from './field';
import { flag } from './fields';
import type { PayOperation, PrepareOperation } from './operation';

/** The parameters of a payment that only matter for approval or sending. */
const OF_SENDING: ReadonlySet<string> = new Set([
	'alreadyRecorded',
	'alsoRefused',
	'approvalDigest',
	'approvedBy',
	'leftOut',
	'newPayees',
	'onUnknown',
	'payoutsInParallel',
	'simplify',
	'timeout',
	'validateOnly',
]);

const includeInputFields = flag('Include Input Fields', {
	description: "Whether to output each item's own fields too, so that the paying node can use them",
	default: true,
});

/** Makes the *Prepare* operation for a payment. It runs all checks of the payment, and sends nothing. */
export function definePrepare(payment: PayOperation): PrepareOperation {
	const { resource, operation, name, action } = payment;
	const face = {
		name,
		action: `Prepare to ${action.charAt(0).toLowerCase()}${action.slice(1)}`,
		description: `Run every check of '${inWords(resource)}: ${name}' without paying, and get a digest that approves exactly these payouts`,
	};
	return {
		...face,
		resource: 'prepare',
		operation,
		effect: 'prepare',
		toolEffect: 'refused',
		fields: fieldsToPrepare(payment.fields),
		plan({ resolved, ...rest }, scope) {
			// A payment that was already made is refused as paid, even if a stored 'If Already Recorded' says Skip.
			const options = isObject(resolved.options) ? { ...resolved.options, alreadyRecorded: 'stop' } : resolved.options;
			// New payees are allowed, since the approver decides about them.
			const dry = { ...resolved, validateOnly: true, newPayees: 'allow', options };
			return payment.plan({ resolved: dry, ...rest }, scope);
		},
	};
}

/** The parameters that people set for a payment, except those for approval and sending. */
function fieldsToPrepare(fields: Fields): Fields {
	const own = fieldsWhere(fields, (field, name) => !OF_SENDING.has(name) && showsTo(field, false));
	return Object.fromEntries(
		Object.entries(own).map(([name, field]) => {
			if (name === 'includeInputFields') return [name, includeInputFields];
			const members = field.members && fieldsToPrepare(field.members);
			const kept = { ...field, members, aiMayFill: false, typedAsTool: false };
			return [name, field.typedAsTool === true ? when({ ...field.showWhen, ...NOT_AS_TOOL }, kept) : kept];
		}),
	);
}
