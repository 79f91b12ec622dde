/** Node types an engine test can use, by the name that workflows store. */
import { NodeHelpers, UnexpectedError, type INodeType, type INodeTypes, type IVersionedNodeType } from 'n8n-workflow';

export type NodeTypeTable = Record<string, INodeType | IVersionedNodeType>;

export class TestNodeTypes implements INodeTypes {
	constructor(private readonly table: NodeTypeTable) {}

	getByName(name: string): INodeType | IVersionedNodeType {
		const found = this.table[name];
		if (!found) throw new UnexpectedError(`The test registered no node type '${name}'`);
		return found;
	}

	getByNameAndVersion(name: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(name), version);
	}

	getKnownTypes(): Record<string, never> {
		return {};
	}
}
