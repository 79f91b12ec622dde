/** An example workflow as the rules see it: its nodes by kind, those that pay, and those that write to people. */
import type { IConnections, INode, IWorkflowSettings } from 'n8n-workflow';
import { at } from '../../cases/case';

/** A workflow as its file has it. */
export interface Example {
	readonly nodes: readonly INode[];
	readonly connections: IConnections;
	readonly settings?: IWorkflowSettings;
}

export const kind = ({ type }: INode) => type.slice(type.lastIndexOf('.') + 1);
export const leadsOn = ({ connections }: Example, from: string, output: number) =>
	(connections[from]?.main?.[output] ?? []).length > 0;
export const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** All nodes after the node `from`, by connections of any type; so a tool leads to its agent. */
export function behind({ nodes, connections }: Example, from: string): INode[] {
	const found = new Set<string>();
	const follow = (name: string) => {
		for (const { node } of Object.values(connections[name] ?? {}).flatMap((outputs) =>
			outputs.flatMap((to) => to ?? []),
		))
			if (!found.has(node)) {
				found.add(node);
				follow(node);
			}
	};
	follow(from);
	return nodes.filter(({ name }) => found.has(name));
}

const PAYING = /^withdrawal\.|^quote\.(accept|createAndAccept)$/;
export const operationOf = ({ parameters }: INode) => `${text(parameters.resource)}.${text(parameters.operation)}`;
export const isOurs = (node: INode) => kind(node).startsWith('mavapay');
export const isItself = ({ parameters }: INode) => text(at(parameters, 'workflowId', 'value')).includes('$workflow.id');

/** The nodes that pay, and those that call another of our workflows, which pays. */
export const paying = ({ nodes }: Example) =>
	nodes.filter((node) =>
		kind(node) === 'executeWorkflow' ? !isItself(node) : isOurs(node) && PAYING.test(operationOf(node)),
	);

/** Whether a node writes to people by mail or chat, including the review before an agent's tool runs. */
export const isWritten = (node: INode) => /^(emailSend|slack|telegram)(HitlTool)?$/.test(kind(node));

/** The nodes that write to people, with subject and text; a question has its text in `message`. */
export const mailed = ({ nodes }: Example) =>
	nodes.filter(isWritten).map(({ name, parameters }) => ({
		name,
		subject: text(parameters.subject),
		text: text(parameters.text) + text(parameters.html) + text(parameters.message),
	}));

/** Whether a node asks people: a question of the workflow, or the review before an agent's tool runs. */
export const isQuestion = (node: INode) => node.parameters.operation === 'sendAndWait' || isReview(node);
export const isReview = (node: INode) => kind(node).endsWith('HitlTool');

/** Whether a sub-workflow returns this node's output to its caller. A rule checks that the caller reports it. */
export const isReturned = (example: Example, name: string) =>
	behind(example, name).length === 0 &&
	example.nodes.some(
		(node) => kind(node) === 'executeWorkflowTrigger' && behind(example, node.name).some((next) => next.name === name),
	);

export const isMailed = (example: Example, name: string) =>
	behind(example, name).some((node) => kind(node) === 'emailSend');
