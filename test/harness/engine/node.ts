import type { INode } from 'n8n-workflow';

/** A node as n8n stores it; `more` adds parameters and settings. */
export const node = (name: string, type: string, more: Partial<INode> = {}): INode => ({
	id: `id of ${name}`,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...more,
});
