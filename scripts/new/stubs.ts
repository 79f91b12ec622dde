/** The text of the stubs. GAP marks what a person has to write; a test in test/unit/house finds every GAP left. */
import type { Wanted } from './wanted';

/** The mark of a gap. It is written in two parts, so that this file itself has no gap. */
export const GAP = ['FILL', 'IN:'].join(' ');

/** The operation's name in code: `walletGetLimits`. */
export const constantOf = ({ resource, operation }: Pick<Wanted, 'resource' | 'operation'>): string =>
	`${resource}${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;

export const keyOf = ({ resource, operation }: Wanted): string => `${resource}:${operation}`;

/** The heading of docs/reference/interface.md under which the operation's call is described. */
export const placeOf = ({ action }: Wanted): string =>
	`docs/reference/interface.md#${action
		.toLowerCase()
		.replace(/[^\w -]/g, '')
		.replaceAll(' ', '-')}`;

const quoted = (text: string) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`);

const requestOf = ({ method, path }: Wanted, body: string) => {
	if (method === 'GET') return `get('${path}')`;
	return method === 'POST' ? `post('${path}', ${body})` : `{ method: 'PUT', path: '${path}', body: ${body} }`;
};

function headOf(wanted: Wanted, define: string, see: string): string {
	return `/** ${wanted.method} ${wanted.path}; ${see}. */
export const ${constantOf(wanted)} = ${define}('${wanted.resource}', '${wanted.operation}', {
	action: ${quoted(wanted.action)},
	description: ${quoted(wanted.description)},`;
}

/** The operation's own file; `see` is where docs/reference/interface.md describes its call. */
export function operationFile(wanted: Wanted, see: string): string {
	if (wanted.effect === 'payment') return paymentFile(wanted, see);
	const define = wanted.effect === 'read' ? 'defineRead' : 'defineWrite';
	const helper = { GET: 'get', POST: 'post', PUT: null }[wanted.method];
	const imported = helper === null ? '' : `import { ${helper} } from '../../../core/service/service';\n`;
	return `import { ${define} } from '../../../core/operation/define';
${imported}
${headOf(wanted, define, see)}
	// ${GAP} the fields, of the kinds in core/operation/fields.ts, and what of them is sent.
	fields: {},
	request: () => (${requestOf(wanted, '{}')}),
});
`;
}

function paymentFile(wanted: Wanted, see: string): string {
	return `import { NGN, priceOf } from '../../../core/domain/money';
import { ok } from '../../../core/domain/result';
import { definePayment } from '../../../core/operation/define';
import { amount, amountUnitOf } from '../../../core/operation/payFields';
import { post } from '../../../core/service/service';
import { accountNumber, bank } from '../bank/bank';

${headOf(wanted, 'definePayment', see)}
	withoutReference: null,
	// ${GAP} who is paid, each field with its \`payeePart\`, the currency, and the checks that need no request.
	fields: { bank, accountNumber, amount: amount(NGN), amountUnit: amountUnitOf(NGN) },
	draft({ amount, bank: bankCode, accountNumber: to }) {
		const request = post('${wanted.path}', {
			amount: amount.minor.toString(),
			currency: amount.currency,
			bankCode,
			accountNumber: to,
		});
		return ok({
			price: priceOf(amount),
			limitsIn: amount,
			// ${GAP} all that is sent makes two payments the same: what only describes one belongs to withoutDescription.
			sends: [request],
			looksUp: 'nothing',
			lookUp: async () => ({ request }),
		});
	},
});
`;
}

const PAID = {
	parameters: `{
			bank: byId('000013'),
			accountNumber: '0123456789',
			amount: '250000',
			amountUnit: 'minor',
			payoutReference: 'INV-1',
			options: {},
		}`,
	body: `{ amount: '250000', currency: 'NGN', bankCode: '000013', accountNumber: '0123456789' }`,
	answer: `{ id: 't-1', type: 'WITHDRAWAL', status: 'PENDING' }`,
	payout: `accepted('INV-1', { minor: '250000', major: '2500.00', currency: 'NGN' })`,
};

/** Names that the case imports from test/cases/case.ts. */
export const caseNames = ({ effect, method }: Wanted): string[] => [
	'answered',
	...(effect === 'payment' ? ['byId', 'lastData', 'post'] : [method.toLowerCase()]),
];

/** A case of a successful run, for test/cases. */
export function caseStub(wanted: Wanted): string {
	const { effect, method, path } = wanted;
	const paid = effect === 'payment';
	const body = method === 'GET' ? '' : `, ${paid ? PAID.body : '{}'}`;
	const answer = paid ? PAID.answer : "{ id: 'a-1' }";
	const sandbox = paid ? `{ output: (answers) => [{ ...lastData(answers)[0], payout: ${PAID.payout} }] }` : '{}';
	return `	{
		operation: ${constantOf(wanted)},
		// ${GAP} a value for every field, what is sent for it, what is answered, and what leaves the node.
		parameters: ${paid ? PAID.parameters : '{ options: {} }'},
		requests: [${method.toLowerCase()}('${path}'${body})],
		written: { replies: [answered(${answer})], items: [${answer}] },
		sandbox: ${sandbox},
	},`;
}

/** A row of `interface/`, and the names that it imports, by file. */
export function callStub(wanted: Wanted): {
	readonly row: string;
	readonly imports: Record<string, readonly string[]>;
} {
	const { effect, method, path } = wanted;
	const paid = effect === 'payment';
	const body = paid
		? "z.strictObject({ amount: minorText, currency: z.literal('NGN'), bankCode: nipCode, accountNumber: nubanNumber })"
		: 'z.strictObject({})';
	const imports = paid
		? {
				'./beneficiaries': ['nipCode', 'nubanNumber'],
				'./transactions': ['transaction'],
				'./values': ['answering', 'minorText'],
			}
		: { './values': ['answering', 'uuid'] };
	const members = [
		...(paid ? [] : [`outputOf: ['${keyOf(wanted)}'],`]),
		...(method === 'GET' ? [] : [`body: ${body},`]),
		`answer: answering(${paid ? 'transaction' : 'z.strictObject({ id: uuid })'}),`,
	];
	const row = `	// ${GAP} the members of what is asked and answered; what is seen but not documented is \`inferred\`.
	row('${method}', '${path}', '${placeOf(wanted)}', {
		${members.join('\n\t\t')}
	}),`;
	return { row, imports };
}

/** A route of the sandbox. */
export function routeStub(wanted: Wanted): string {
	const { effect, method, path } = wanted;
	const paid = effect === 'payment';
	const pays = `({ service, body }) =>
			withdraw(
				service,
				{ kind: 'bank', value: body.accountNumber, bankCode: body.bankCode },
				{ currency: 'NGN', amount: BigInt(body.amount), fees: 0n, details: { paymentMethod: 'BANKTRANSFER' } },
			)`;
	return `	route({
		method: '${method}',
		path: '${path}',
		access: '${effect === 'read' ? 'key' : 'write'}',
		query: queries.none,
		body: bodies.${paid ? constantOf(wanted) : 'none'},
		// ${GAP} what the simulated service does, and answers; other forms of requests stand in sandbox/requests.ts.
		handle: ${paid ? pays : `({ service }) => ok(service, { id: service.ids.uuid('${constantOf(wanted)}') })`},
	}),`;
}

/** The form of a payment's body, for sandbox/requests.ts. */
export const bodyStub = (wanted: Wanted): string => `	/** ${placeOf(wanted)} */
	${constantOf(wanted)}: z.strictObject({
		amount: minorAmount,
		currency: z.literal('NGN'),
		bankCode: text,
		accountNumber: text,
	}),`;

/** Three payments, for the tests with faults (test/engine/Mavapay/faultMatrix). */
export const scenarioStub = (
	wanted: Wanted,
): string => `/** ${GAP} parameters as in its case; \`mark\` is what tells one payment from the others in a request. */
export const ${wanted.operation}: Scenario = {
	name: '${wanted.resource}: ${wanted.operation}',
	hits: 'payment',
	items: () => IDS.map((id, index) => ({ id, mark: \`012345678\${index}\` })),
	parameters: {
		resource: '${wanted.resource}',
		operation: '${wanted.operation}',
		amount: '250000',
		amountUnit: 'minor',
		bank: byId('000013'),
		accountNumber: '={{ $json.mark }}',
		payoutReference: '={{ $json.id }}',
	},
	stepOf: byBody,
	paid: ({ ledger }, { mark }) => ledger.payouts({ destination: mark }),
};
`;

/** The section of docs/reference/interface.md. */
export const sectionStub = (wanted: Wanted): string => `### ${wanted.action}

\`${wanted.method} ${wanted.path}\` ${GAP} its query or body, and the members of \`data\`, in the words of Mavapay's documentation.

`;
