import type { Fields } from './field';
import { flag, strictChoice } from './fields';
import type { OperationFace, PayOperation, PrepareOperation } from './operation';

/** The data of an operation that prepares payments: one kind in each run, with that kind's own parameters. */
export interface PrepareSpec extends Pick<OperationFace, 'resource' | 'operation' | 'name' | 'action' | 'description'> {
	/** The kinds of payments, by the value of 'Payment'. */
	payments: Readonly<Record<string, { readonly label: string; readonly operation: PayOperation }>>;
	/** The kind that is selected at first. */
	preset: string;
}

/** The parameters of a payment that matter only when it is sent. */
const OF_SENDING: ReadonlySet<string> = new Set([
	'alsoRefused',
	'approvalDigest',
	'approvedBy',
	'includeInputFields',
	'newPayees',
	'onUnknown',
	'payoutsInParallel',
	'timeout',
	'validateOnly',
]);

/** Defines an operation that assesses payments as paying would, and sends none. */
export function definePrepare({ payments, preset, ...face }: PrepareSpec): PrepareOperation {
	const kinds = Object.entries(payments);
	const choice = strictChoice('Payment', {
		description: 'What to prepare. It has the same parameters as the operation that pays.',
		default: preset,
		choices: kinds.map(([value, { label }]) => ({ name: label, value })),
	});
	const includeInputFields = flag('Include Input Fields', {
		description: "Whether to output each item's own fields too, so that the paying node can use them",
		default: true,
	});
	return {
		...face,
		toolEffect: 'refused',
		effect: 'prepare',
		fields: { payment: { ...choice, face: { ...choice.face, noDataExpression: true } }, includeInputFields },
		fieldSets: {
			parameter: 'payment',
			sets: Object.fromEntries(kinds.map(([value, { operation }]) => [value, fieldsToPrepare(operation.fields)])),
		},
		payments: Object.fromEntries(kinds.map(([value, { operation }]) => [value, plannedByPrepare(operation)])),
	};
}

/** A payment whose plan is always a dry run. */
function plannedByPrepare(operation: PayOperation): PayOperation {
	return {
		...operation,
		plan: ({ resolved, ...rest }, scope) =>
			// New payees are allowed here, since the approver decides about them.
			operation.plan({ resolved: { ...resolved, validateOnly: true, newPayees: 'allow' }, ...rest }, scope),
	};
}

/** A payment's parameters without those of AI tools, of approval and of sending. */
function fieldsToPrepare(fields: Fields): Fields {
	const own = Object.entries(fields).filter(
		([name, { showWhen }]) => !OF_SENDING.has(name) && showWhen?.['@tool']?.includes(true) !== true,
	);
	return Object.fromEntries(
		own.map(([name, field]) => {
			const members = field.members && fieldsToPrepare(field.members);
			return [name, { ...field, members, typedAsTool: false }];
		}),
	);
}
