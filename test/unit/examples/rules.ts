/** Rules for the examples. Each takes an example and returns what is wrong with it, in words. */
import type { INode } from 'n8n-workflow';
import { at } from '../../cases/case';
import {
	behind,
	isMailed,
	isOurs,
	isQuestion,
	isReturned,
	isReview,
	isWritten,
	kind,
	leadsOn,
	mailed,
	operationOf,
	paying,
	text,
	type Example,
} from './example';

/** By type of trigger that people outside n8n can open: whether this node is open to everybody. */
const OPEN: Readonly<Record<string, (node: INode, example: Example) => boolean>> = {
	formTrigger: ({ parameters, credentials }) =>
		parameters.authentication === 'n8nUserAuth'
			? parameters.requireExecuteAccess !== true
			: parameters.authentication !== 'basicAuth' || !credentials?.httpBasicAuth,
	wait: ({ parameters, credentials }) =>
		['form', 'webhook'].includes(text(parameters.resume)) &&
		((parameters.incomingAuthentication ?? 'none') === 'none' || Object.keys(credentials ?? {}).length === 0),
	webhook: ({ parameters, credentials }, example) =>
		paying(example).length > 0 &&
		((parameters.authentication ?? 'none') === 'none' || Object.keys(credentials ?? {}).length === 0),
	chatTrigger: ({ parameters }, example) =>
		paying(example).length > 0 && parameters.public === true && (parameters.authentication ?? 'none') === 'none',
};

/** A form, or a webhook or chat that pays, needs a password: n8n's CLI and API import it with the file's address. */
export const openForms = (example: Example): string[] =>
	example.nodes
		.filter((node) => OPEN[kind(node)]?.(node, example) ?? false)
		.map(({ name }) => `'${name}' asks for no password`);

function outputsOf(node: INode): number {
	if (kind(node) === 'if') return 2;
	if (kind(node) !== 'switch') return node.onError === 'continueErrorOutput' ? 2 : 1;
	const rules = at(node.parameters, 'rules', 'values');
	return (
		(Array.isArray(rules) ? rules.length : 0) + (at(node.parameters, 'options', 'fallbackOutput') === 'extra' ? 1 : 0)
	);
}

/** If an output of a choice or an error isn't connected, nobody hears of its items. A Filter drops items on purpose. */
export const deadEnds = (example: Example): string[] =>
	example.nodes
		.filter((node) => ['if', 'switch'].includes(kind(node)) || node.onError === 'continueErrorOutput')
		.flatMap((node) =>
			Array.from({ length: outputsOf(node) }, (_, output) => output)
				.filter((output) => !leadsOn(example, node.name, output))
				.map((output) => `output ${output} of '${node.name}' leads nowhere`),
		);

/** A Switch without a fallback output drops the items that fit no rule. */
export const silentSwitches = ({ nodes }: Example): string[] =>
	nodes
		.filter((node) => kind(node) === 'switch' && at(node.parameters, 'options', 'fallbackOutput') !== 'extra')
		.map(({ name }) => `'${name}' drops what fits no rule`);

const CHANGING =
	/^(withdrawal|quote|simulation)\.|^paymentLink\.(create|get|refresh)$|^bankAccount\.create$|^webhook\.(set|sendTest)$|^stablecoinAddress\.generate$/;
/** Get Budget reports the limits of its own credential, so it uses the credential that pays. */
const OF_PAYING_KEY = 'payoutReference.getBudget';

/** A node that pays or changes something at Mavapay has a WRITE key, every other node a READ key. */
export const wrongRoles = ({ nodes }: Example): string[] =>
	nodes.filter(isOurs).flatMap((node) => {
		// These operations have no credential.
		if (/^(payout\.readFile|price\.get)$/.test(operationOf(node))) return [];
		const changes =
			kind(node) === 'mavapayTrigger' || CHANGING.test(operationOf(node)) || operationOf(node) === OF_PAYING_KEY;
		const role = changes ? 'WRITE' : 'READ';
		return text(node.credentials?.mavapayApi?.name).includes(`${role} key`)
			? []
			: [`'${node.name}' needs a ${role} key`];
	});

/** The subject of an error mail follows the outcome: a payment called "not paid" is soon paid again by hand. */
export const subjectsThatDeny = (example: Example): string[] =>
	mailed(example)
		.filter((mail) => /\$json\.(error|payoutMessage)/.test(mail.text))
		.filter(({ subject }) => !/outcome/i.test(subject))
		.map(({ name }) => `the subject of '${name}' doesn't go by the outcome`);

/** An error's heading can quote a row, so its text isn't used in a subject. */
export const subjectsThatQuote = (example: Example): string[] =>
	mailed(example)
		.filter(({ subject }) => /\.error\b|error\.|payoutMessage/.test(subject.replace(/\.test\([^()]*\)/g, '')))
		.map(({ name }) => `the subject of '${name}' has an error's words`);

/** Mails that quote a model, whose text can come from the bill. */
export const wordsOfTheModel = (example: Example): string[] =>
	example.nodes.some((node) => kind(node) === 'agent')
		? mailed(example)
				.filter((mail) => /\$json\.output\b|\.json\.output\b/.test(JSON.stringify(mail)))
				.map(({ name }) => `'${name}' mails what the model says`)
		: [];

/** Names of fields with typed text: form fields other than dropdowns and files, and suppliers. */
function typedNames({ nodes }: Example): string[] {
	const fields = nodes
		.filter((node) => kind(node) === 'formTrigger')
		.flatMap(({ parameters }) => at(parameters, 'formFields', 'values') ?? [])
		.filter((field) => !['dropdown', 'file'].includes(text(at(field, 'fieldType'))));
	return ['Supplier', 'supplier', ...fields.map((field) => text(at(field, 'fieldLabel')))];
}

/** Parts of an expression that can't show typed text: text in quotes, and keys of our own lists. */
const HARMLESS = /JSON\.stringify\((?:[^()]|\([^()]*\))*\)|\}\[[^\]]*\]/g;

/** Text that a person typed or a model wrote comes last, in one line and quoted, so it can't pass for our lines. */
export function typedText(example: Example): string[] {
	const names = typedNames(example)
		.map((name) => name.replace(/[^\w ]/g, '\\$&'))
		.join('|');
	const typed = new RegExp(`\\.(${names})\\b|\\['(${names})'\\]|\\$tool\\.parameters`);
	return mailed(example)
		.filter((mail) =>
			[mail.subject, mail.text].some((written) =>
				(written.match(/\{\{[^]*?\}\}/g) ?? []).some(
					(part) => typed.test(part) && (typed.test(part.replace(HARMLESS, '')) || !written.trimEnd().endsWith(part)),
				),
			),
		)
		.map(({ name }) => `'${name}' has typed text that isn't last and quoted`);
}

/**
 * n8n turns each `\\n` of a question into a new line and mails the question as HTML, so backslashes and HTML characters
 * are removed from what a model filled in. *Summarize* returns neither.
 */
export const brokenLines = ({ nodes }: Example): string[] =>
	nodes
		.filter(isQuestion)
		.filter(({ parameters }) =>
			(text(parameters.message).match(/\$tool\.parameters\.\w+\)[^)]*/g) ?? []).some(
				(shown) => !/\.replace\(\/[^ ]*\\\\<>&/.test(shown),
			),
		)
		.map(({ name }) => `'${name}' may show a line that somebody else wrote`);

/** In workflows of events, an amount that isn't known exactly is an object too, so a check has to read its `major`. */
export const amountsOfNothing = ({ nodes }: Example): string[] =>
	nodes.some((node) => kind(node) === 'mavapayTrigger' || node.parameters.operation === 'getNew')
		? nodes
				.filter(({ parameters }) => /json\.(amount|fees)(?=\s*[?:&|)])(?!\s*\?[.?])/.test(JSON.stringify(parameters)))
				.map(({ name }) => `'${name}' takes an amount that isn't known for one that is`)
		: [];

/** The recipients of a question: names of settings, or else mail addresses. */
function askedOf({ parameters: { toEmail, approvers, approverIds } }: INode): string[] {
	const to = [toEmail, approvers, approverIds].map(text).join();
	return to.match(/\.json\.\w+|[\w.+-]+@[\w.-]+/g) ?? [];
}

/**
 * A person who is away doesn't answer: after a while the question goes out again, also to one more person. A question
 * about an agent's bill isn't repeated: a mail says that nothing was paid.
 */
export function askedOnce(example: Example): string[] {
	const { nodes, connections } = example;
	const ofAgents = nodes.filter((node) => kind(node) === 'agent').flatMap(({ name }) => behind(example, name));
	const after = (name: string) =>
		(connections[name]?.main ?? []).flatMap((output) => output ?? []).map(({ node }) => node);
	const asked = nodes.filter((node) => isQuestion(node) && !isReview(node) && !ofAgents.includes(node));
	// Between a question and its reminder there are one or two nodes that check for an answer.
	const reminders = (question: INode) => {
		const next = after(question.name).flatMap(after);
		return asked.filter(({ name }) => [...next, ...next.flatMap(after)].includes(name));
	};
	const isWider = (reminder: INode, question: INode) => {
		const [before, now] = [new Set(askedOf(question)), new Set(askedOf(reminder))];
		return [...before].every((one) => now.has(one)) && now.size > before.size;
	};
	const reminded = new Set(asked.flatMap(reminders));
	return asked
		.filter((one) => !reminded.has(one) && !reminders(one).some((reminder) => isWider(reminder, one)))
		.map(({ name }) => `'${name}' is asked once, or of nobody else`);
}

/** Somebody is told how each payment ended, including payments made by another of our workflows. */
export const untoldPayments = (example: Example): string[] =>
	paying(example)
		.filter(({ name }) => !isReturned(example, name))
		.filter(({ name }) => !behind(example, name).some((node) => isWritten(node) && !isQuestion(node)))
		.map(({ name }) => `what becomes of '${name}' is told to nobody`);

/** An example that pays or mails also mails when its run fails, from its own Error Trigger. */
export const untoldFailures = (example: Example): string[] =>
	(example.nodes.some((node) => kind(node) === 'emailSend') ||
		paying(example).some(({ name }) => !isReturned(example, name))) &&
	!example.nodes.some((node) => kind(node) === 'errorTrigger' && isMailed(example, node.name))
		? ['a run that fails is told to nobody']
		: [];

/** Whether a node reads a whole list, such as a file; an empty one is a mistake. A list of rows due can be empty. */
function readsAll(node: INode): boolean {
	const { operation, returnAll, filters } = node.parameters;
	if (kind(node) === 'dataTable') return operation === 'get' && returnAll === true && filters === undefined;
	return kind(node) === 'extractFromFile' || (kind(node) === 'googleSheets' && operation === 'read');
}

/** n8n runs nothing after a node without output items, so nobody would hear of an empty list. */
export const emptyLists = (example: Example): string[] =>
	example.nodes
		.filter(readsAll)
		.filter(({ name }) => behind(example, name).some((node) => paying(example).includes(node)))
		.filter(({ alwaysOutputData }) => alwaysOutputData !== true)
		.map(({ name }) => `an empty list of '${name}' ends in silence`);

/** A byte order mark, which Excel writes at the start of a CSV, would be part of the first heading. */
export const keptMarks = ({ nodes }: Example): string[] =>
	nodes
		.filter((node) => kind(node) === 'extractFromFile' && node.parameters.operation === 'csv')
		.filter(({ parameters }) => at(parameters, 'options', 'enableBOM') !== true)
		.map(({ name }) => `'${name}' keeps a byte order mark`);

/** Opening the link in a review mail approves, and a mail filter can open it. The workflow's note has to say so. */
export const unsaidLinks = ({ nodes }: Example): string[] => {
	const notes = nodes.filter((node) => kind(node) === 'stickyNote').map(({ parameters }) => text(parameters.content));
	return nodes
		.filter((node) => ['emailSendHitlTool', 'gmailHitlTool'].includes(kind(node)))
		.filter(() => !notes.some((note) => note.includes('approves when it is opened')))
		.map(({ name }) => `no note says that the link of '${name}' approves when it is opened`);
};

/** Only the node compares names: an example's own comparison misses "Limited" and letters that only look alike. */
export const comparedNames = ({ nodes }: Example): string[] =>
	nodes
		.filter(({ parameters }) => /\.normalize\(|localeCompare/.test(JSON.stringify(parameters)))
		.map(({ name }) => `'${name}' has a form of names of its own`);

/** The approver's name is stored after the payment, unless *Summarize* gets it from its own input or from *Prepare*. */
export const unnamedApprovals = (example: Example): string[] =>
	paying(example)
		.filter(({ parameters }) => text(parameters.approvalDigest) !== '')
		.filter(({ name, parameters }) => {
			const isPrepared = example.nodes.some(
				(one) => one.parameters.resource === 'prepare' && behind(example, one.name).some((next) => next.name === name),
			);
			const isRow = at(parameters, 'options', 'includeInputFields') === true;
			const inResults = (isPrepared || !isRow) && text(parameters.approvedBy) !== '';
			return !behind(example, name).some(
				(node) =>
					JSON.stringify(node.parameters).includes('approvedBy') ||
					(inResults && operationOf(node) === 'payout.summarize'),
			);
		})
		.map(({ name }) => `who approved '${name}' is written nowhere`);

/** A row can contain a digest; the approved digest is the one that *Prepare* returned. */
export const digestsOfRows = ({ nodes }: Example): string[] =>
	nodes
		.filter(({ parameters }) => !/^(={{ \$\('Prepare[^']*'\)\.first\(\)|$)/.test(text(parameters.approvalDigest)))
		.map(({ name }) => `'${name}' takes its digest from a row`);

/** An example has its payees' time zone for days and times, since n8n's default zone is New York's. */
export function otherZones({ nodes, settings }: Example): string[] {
	const paid = nodes.filter(
		(node) => isOurs(node) && /^(prepare|withdrawal|quote)$/.test(text(node.parameters.resource)),
	);
	const isKenya = paid.length > 0 && paid.every(({ parameters }) => parameters.operation === 'toKenya');
	const zone = isKenya ? 'Africa/Nairobi' : 'Africa/Lagos';
	return settings?.timezone === zone ? [] : [`its time zone is not ${zone}`];
}

/** The most days that can pass between Prepare and Pay: the sum of all waits for an answer. */
export function daysOfWaiting({ nodes }: Example): number {
	const perUnit: Record<string, number> = { minutes: 1 / 1440, hours: 1 / 24, days: 1 };
	return nodes
		.filter(isQuestion)
		.map(({ parameters }) => at(parameters, 'options', 'limitWaitTime', 'values'))
		.map(
			(limit) => Number(at(limit, 'resumeAmount') ?? Infinity) * (perUnit[text(at(limit, 'resumeUnit'))] ?? Infinity),
		)
		.reduce((sum, days) => sum + days, 0);
}
