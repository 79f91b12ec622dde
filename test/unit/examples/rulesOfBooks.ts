/** Rules for examples that record events in books, or whose statements about money people rely on. */
import type { INode } from 'n8n-workflow';
import { at } from '../../cases/case';
import {
	behind,
	isItself,
	isOurs,
	isQuestion,
	isWritten,
	kind,
	operationOf,
	paying,
	text,
	type Example,
} from './example';

const operation = ({ parameters }: INode) => text(parameters.operation);
const isTrigger = (node: INode) => kind(node) === 'mavapayTrigger';
const tellsEvents = (node: INode) => isTrigger(node) || (isOurs(node) && operationOf(node) === 'transaction.getNew');
const isBooking = (node: INode) =>
	(kind(node) === 'dataTable' && node.parameters.resource !== 'table' && /^(insert|upsert)$/.test(operation(node))) ||
	(kind(node) === 'googleSheets' && operation(node).startsWith('append'));
const isCrm = (node: INode) => ['hubspot', 'pipedrive'].includes(kind(node)) && operation(node) === 'update';

/** The columns by which a booking node finds the row that it updates. */
function keysOf({ nodes }: Example, { parameters }: INode): string[] {
	const conditions = at(parameters, 'filters', 'conditions');
	if (text(parameters.operation) === 'upsert' && Array.isArray(conditions))
		return conditions.map((one) => text(at(one, 'keyName')));
	if (text(parameters.operation) !== 'appendOrUpdate') return [];
	// A sheet has one key column, which an earlier node builds from several members.
	const [column] = [at(parameters, 'columns', 'matchingColumns')].flat();
	const made = nodes.flatMap((node) => [at(node.parameters, 'assignments', 'assignments') ?? []].flat());
	const value = text(at(made.find((one) => at(one, 'name') === column) ?? {}, 'value'));
	// The status counts as part of the key: a transaction's only row is updated with each new status.
	return ['event', 'transactionId'].filter((member) => value.includes(`.${member}`)).concat('status');
}

/** An event is repeated after a Retry, and a payment received and a payment sent can have the same ID. */
export const doubledBookings = (example: Example): string[] =>
	example.nodes
		.filter(isBooking)
		.filter(({ name }) =>
			example.nodes.filter(tellsEvents).some((source) => behind(example, source.name).some((one) => one.name === name)),
		)
		.filter((node) => !['event', 'transactionId', 'status'].every((key) => keysOf(example, node).includes(key)))
		.map(({ name }) => `'${name}' may book one event twice, or two as one`);

/** A deposit that no webhook reported is credited through *Get New*. */
export function depositsWithoutNet(example: Example): string[] {
	const credited = (source: INode) => behind(example, source.name).filter((node) => isBooking(node) || isCrm(node));
	const caught = new Set(
		example.nodes.filter((node) => tellsEvents(node) && !isTrigger(node)).flatMap((node) => credited(node)),
	);
	return example.nodes
		.filter(isTrigger)
		.flatMap(credited)
		.filter((node) => !caught.has(node))
		.map(({ name }) => `'${name}' misses what no webhook told`);
}

/** A payment never overwrites the value of a deal: if too much or too little was paid, a person decides. */
export const overwrittenDeals = ({ nodes }: Example): string[] =>
	nodes
		.filter((node) => isCrm(node) && /"(amount|value)":/.test(JSON.stringify(node.parameters.updateFields ?? {})))
		.map(({ name }) => `'${name}' changes what the deal is worth`);

/** A deal can be created after its payment: payments without a deal are tried again, and those left are mailed. */
export const listsOfNobody = (example: Example): string[] =>
	example.nodes.some(isCrm) &&
	!example.nodes.some((node) => {
		const next = kind(node) === 'dataTable' && operation(node) === 'get' ? behind(example, node.name) : [];
		return next.some(isCrm) && next.some((one) => kind(one) === 'emailSend');
	})
		? ['what fitted no deal is never tried again']
		: [];

/** If n8n was down for longer than *Look Back*, it misses events, so the value of *Look Back* is a setting. */
export const fixedLookBacks = ({ nodes }: Example): string[] =>
	nodes
		.filter(({ parameters }) => typeof at(parameters, 'options', 'lookBack') === 'number')
		.map(({ name }) => `'${name}' looks back for a fixed time`);

/** Without *Supplier*, a changed account is a new payee. Pay needs Prepare's supplier, which is part of the digest. */
export const unmappedSuppliers = ({ nodes }: Example): string[] => {
	const prepares = nodes.filter((node) => isOurs(node) && node.parameters.resource === 'prepare');
	const suppliers = new Set(prepares.map(({ parameters }) => text(parameters.supplier)));
	const approved = nodes.filter(({ parameters }) => text(parameters.approvalDigest) !== '');
	return [...prepares, ...approved]
		.filter(({ parameters }) => text(parameters.supplier) === '' || !suppliers.has(text(parameters.supplier)))
		.map(({ name }) => `'${name}' names no supplier, or another one than Prepare`);
};

/** If nobody approves, a supplier whose account changed is refused. Not for Lightning invoices: each is a new payee. */
export const changedPayeesPaid = ({ nodes }: Example): string[] =>
	nodes
		.filter((node) => kind(node) === 'mavapay' && node.parameters.resource === 'withdrawal')
		.filter(({ parameters }) => text(parameters.approvalDigest) === '' && parameters.operation !== 'toLightning')
		.filter(({ parameters }) => text(parameters.supplier) === '' || parameters.newPayees !== 'refuseChanged')
		.map(({ name }) => `'${name}' pays a payee that has changed`);

/** A file's column called `payout` hides our member on the error output, so no example reads that member itself. */
export const outputByHand = ({ nodes }: Example): string[] =>
	nodes
		.filter(({ parameters }) => /\bjson\.(payout|details)\b/.test(JSON.stringify(parameters)))
		.map(({ name }) => `'${name}' reads our output by hand`);

/** A file that somebody approves or hands over is read by *Read File*, which lists the rows that it doesn't read. */
export const filesByHand = (example: Example): string[] =>
	example.nodes
		.filter((node) => ['extractFromFile', 'googleSheets'].includes(kind(node)))
		.filter(({ parameters }) => text(parameters.operation) !== 'update')
		.filter(({ name }) =>
			behind(example, name).some(
				(node) => (isOurs(node) && node.parameters.resource === 'prepare') || kind(node) === 'executeWorkflow',
			),
		)
		.map(({ name }) => `the file of '${name}' is not read by Read File`);

/** A limit applies to the sum of a day: two files of half the limit reach it. */
export const limitsOfOneFile = ({ nodes }: Example): string[] => {
	const ofTheDay = nodes.filter(
		(node) =>
			kind(node) === 'dataTable' &&
			text(node.parameters.operation) === 'get' &&
			/_approvals"/.test(JSON.stringify(node.parameters)) &&
			/"day"/.test(JSON.stringify(node.parameters)),
	);
	return nodes
		.filter((node) => kind(node) === 'if' && /json\.\w*Above/.test(JSON.stringify(node.parameters)))
		.filter(({ parameters }) => !ofTheDay.some(({ name }) => JSON.stringify(parameters).includes(`$('${name}')`)))
		.map(({ name }) => `'${name}' looks at one file and not at the day`);
};

/** A workflow that calls itself page by page runs long: each start first checks that no run is still going. */
export function startsBesideItself(example: Example): string[] {
	if (!example.nodes.some((node) => kind(node) === 'executeWorkflow' && isItself(node))) return [];
	const tables = example.nodes.filter(({ parameters }) => /_runs_/.test(JSON.stringify(parameters)));
	const isGuard = (node: INode) =>
		kind(node) === 'if' && tables.some(({ name }) => JSON.stringify(node.parameters).includes(`$('${name}')`));
	const unguarded = {
		...example,
		connections: Object.fromEntries(
			Object.entries(example.connections).filter(
				([name]) => !example.nodes.some((node) => node.name === name && isGuard(node)),
			),
		),
	};
	return example.nodes
		.filter((node) => ['scheduleTrigger', 'manualTrigger', 'formTrigger'].includes(kind(node)))
		.filter(({ name }) => behind(unguarded, name).some((node) => paying(example).includes(node)))
		.map(({ name }) => `'${name}' may start beside a run`);
}

/** Whether a node pays a list. A swap is one payment, and an agent's tool pays one bill. */
const isOfList = (node: INode) => kind(node) !== 'mavapayTool' && !operationOf(node).startsWith('quote.');

/** The operations that the form *Something is wrong* offers after a lost answer, or in an emergency. */
const ANSWERS = ['check', 'markPaid', 'release', 'halt', 'resume'];
/** The form's address: n8n's base URL, and the path that n8n's editor gives the form on import. */
const ADDRESS =
	"$execution.resumeFormUrl.replace(/-waiting\\/[^/]*$/, '/') + $('Something is wrong').params.options.path";
const afterAny = (example: Example, isFirst: (node: INode) => boolean) =>
	new Set(example.nodes.filter(isFirst).flatMap(({ name }) => behind(example, name)));
/** Whether a node is a later page of the form, which shows the answer. */
const isAnswerOf = (form: INode | undefined, example: Example, node: INode) =>
	form !== undefined && kind(node) === 'form' && behind(example, form.name).includes(node);
const isResolve = (node: INode) => operationOf(node) === 'payoutReference.resolve';

/**
 * n8n's orange button opens the file's first form, so that form pays the list; an agent's workflow needs none. After a
 * lost answer nobody edits the workflow: the form *Something is wrong* has every operation that a person then needs,
 * and each mail has the form's address.
 */
export function formsOfLists(example: Example): string[] {
	const pays = paying(example);
	if (!pays.some(isOfList)) return [];
	const { nodes } = example;
	const forms = nodes.filter((node) => kind(node) === 'formTrigger');
	const isCalled = nodes.some((node) => kind(node) === 'executeWorkflowTrigger' && !nodes.some(isItself));
	const isOfAgent = nodes.some((node) => kind(node) === 'agent');
	const begins = isCalled || isOfAgent || forms[0]?.name === 'Pay the list now';
	const calls = pays.every((node) => kind(node) === 'executeWorkflow');
	const wrong = forms.find(({ name }) => name === 'Something is wrong');
	const there = wrong === undefined ? [] : behind(example, wrong.name).map(operationOf);
	const lacks = calls ? [] : ANSWERS.filter((one) => !there.includes(`payoutReference.${one}`));
	const hasPath = wrong === undefined || at(wrong.parameters, 'options', 'path') === wrong.webhookId;
	const told = afterAny(example, (node) => pays.includes(node) || isResolve(node) || kind(node) === 'errorTrigger');
	const unnamed = nodes
		.filter((node) => (told.has(node) && isWritten(node) && !isQuestion(node)) || isAnswerOf(wrong, example, node))
		.map(({ name, parameters }) => ({ name, said: Object.values(parameters).map(text).join(' ') }))
		.filter(({ said }) => /unknown|claim|error\.message/i.test(said))
		// A workflow that only calls others has no form: its mails name the form of the workflow called.
		.filter(({ said }) => !said.includes(wrong === undefined ? "'Something is wrong'" : ADDRESS));
	return [
		...(begins ? [] : ["the first form is not 'Pay the list now'"]),
		...lacks.map((one) => `'Something is wrong' has no ${one}`),
		...(hasPath ? [] : ["the path of 'Something is wrong' is not the one that n8n's editor changes"]),
		...unnamed.map(({ name }) => `'${name}' has no address of 'Something is wrong'`),
	];
}

/** Whether, after a lost answer, a run waits 20 minutes, runs Resolve, and mails a link that fills in the form. */
export function asksByItself(example: Example): boolean {
	const isWait = (node: INode) =>
		kind(node) === 'wait' && node.parameters.amount === 20 && node.parameters.unit === 'minutes';
	const [waits, resolves] = [isWait, isResolve].map((isFirst) => afterAny(example, isFirst));
	return example.nodes.some(
		(node) =>
			isWritten(node) &&
			waits?.has(node) === true &&
			resolves?.has(node) === true &&
			text(node.parameters.text).includes(`${ADDRESS} + '?Payout%20Reference=' + encodeURIComponent(`) &&
			text(node.parameters.text).includes("'&Claim=' + "),
	);
}
