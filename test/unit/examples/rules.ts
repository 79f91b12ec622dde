/** What an example has to keep, as it is shipped: each rule gives what is wrong with one, in words. */
import type { IConnections, INode } from 'n8n-workflow';
import { at } from '../../cases/case';

/** A workflow as its file has it. */
export interface Example {
	readonly nodes: readonly INode[];
	readonly connections: IConnections;
}

const kind = ({ type }: INode) => type.slice(type.lastIndexOf('.') + 1);
const leadsOn = ({ connections }: Example, from: string, output: number) =>
	(connections[from]?.main?.[output] ?? []).length > 0;
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** A form is opened by whoever has its address, and n8n's CLI and API keep the address of the file. */
export const openForms = ({ nodes }: Example): string[] =>
	nodes
		.filter((node) => kind(node) === 'formTrigger')
		.filter(({ parameters, credentials }) => parameters.authentication !== 'basicAuth' || !credentials?.httpBasicAuth)
		.map(({ name }) => `'${name}' asks for no password`);

function outputsOf(node: INode): number {
	if (kind(node) === 'if') return 2;
	if (kind(node) !== 'switch') return node.onError === 'continueErrorOutput' ? 2 : 1;
	const rules = at(node.parameters, 'rules', 'values');
	return (
		(Array.isArray(rules) ? rules.length : 0) + (at(node.parameters, 'options', 'fallbackOutput') === 'extra' ? 1 : 0)
	);
}

/** Where a choice or an error leads nowhere, nobody hears of it. What is to end there is a Filter. */
export const deadEnds = (example: Example): string[] =>
	example.nodes
		.filter((node) => ['if', 'switch'].includes(kind(node)) || node.onError === 'continueErrorOutput')
		.flatMap((node) =>
			Array.from({ length: outputsOf(node) }, (_, output) => output)
				.filter((output) => !leadsOn(example, node.name, output))
				.map((output) => `output ${output} of '${node.name}' leads nowhere`),
		);

/** A Switch without another output drops what fits no rule. */
export const silentSwitches = ({ nodes }: Example): string[] =>
	nodes
		.filter((node) => kind(node) === 'switch' && at(node.parameters, 'options', 'fallbackOutput') !== 'extra')
		.map(({ name }) => `'${name}' drops what fits no rule`);

const CHANGING = /^(withdrawal|quote|simulation)\.|^paymentLink\.(create|get)$|^stablecoinAddress\.generate$/;

/** What pays or changes something at Mavapay has a WRITE key, everything else a READ key. */
export const wrongRoles = ({ nodes }: Example): string[] =>
	nodes
		.filter((node) => kind(node).startsWith('mavapay'))
		.flatMap((node) => {
			const { resource, operation } = node.parameters;
			const changes = kind(node) === 'mavapayTrigger' || CHANGING.test(`${text(resource)}.${text(operation)}`);
			const role = changes ? 'WRITE' : 'READ';
			return text(node.credentials?.mavapayApi?.name).includes(`${role} key`)
				? []
				: [`'${node.name}' needs a ${role} key`];
		});

const mailed = ({ nodes }: Example) =>
	nodes.filter((node) => kind(node) === 'emailSend').map(({ name, parameters }) => ({ name, ...parameters }));

/** A mail of an error says by its outcome what happened: who reads subjects alone pays by hand what was called "not". */
export const subjectsThatDeny = (example: Example): string[] =>
	mailed(example)
		.filter((mail) => /\$json\.(error|payoutMessage)/.test(text(at(mail, 'text'))))
		.filter((mail) => !/outcome/i.test(text(at(mail, 'subject'))))
		.map(({ name }) => `the subject of '${name}' doesn't go by the outcome`);

/** The model's own words can be those of the bill that it read. */
export const wordsOfTheModel = (example: Example): string[] =>
	example.nodes.some((node) => kind(node) === 'agent')
		? mailed(example)
				.filter((mail) => /\$json\.output\b|\.json\.output\b/.test(JSON.stringify(mail)))
				.map(({ name }) => `'${name}' mails what the model says`)
		: [];

const TYPED = /\b(Supplier|\.supplier)\b/;

/** What somebody else typed stands in one line, last and quoted, so that it can't write lines of ours. */
export const typedText = (example: Example): string[] =>
	mailed(example)
		.filter((mail) =>
			[at(mail, 'subject'), at(mail, 'text')].some((written) =>
				(text(written).match(/\{\{[^]*?\}\}/g) ?? []).some(
					(part) => TYPED.test(part) && !(/JSON\.stringify\(/.test(part) && text(written).trimEnd().endsWith(part)),
				),
			),
		)
		.map(({ name }) => `'${name}' has typed text that isn't last and quoted`);

const isQuestion = ({ parameters }: INode) => parameters.operation === 'sendAndWait';

/** Who is away answers nothing: after a while a question is asked again, of one person more. */
export function askedOnce({ nodes, connections }: Example): string[] {
	const after = (name: string) =>
		(connections[name]?.main ?? []).flatMap((output) => output ?? []).map(({ node }) => node);
	const asked = nodes.filter(isQuestion).map(({ name }) => name);
	// Between a question and its reminder is what looks whether it was answered.
	const reminders = (name: string) =>
		after(name)
			.flatMap(after)
			.filter((next) => asked.includes(next));
	const reminded = new Set(asked.flatMap(reminders));
	return asked
		.filter((name) => reminders(name).length === 0 && !reminded.has(name))
		.map((name) => `'${name}' is asked once`);
}

/** Whatever fails as a whole is mailed wherever mails are sent: n8n runs a workflow's own Error Trigger for it. */
export const untoldFailures = ({ nodes }: Example): string[] =>
	nodes.some((node) => kind(node) === 'emailSend') && !nodes.some((node) => kind(node) === 'errorTrigger')
		? ['a run that fails is told to nobody']
		: [];

/** Days that may pass between Prepare and Pay: every wait for an answer, one after the other. */
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
