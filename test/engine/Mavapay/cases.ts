/** One good run of every operation, with the exact requests it makes; see the three lists. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import { bindCases } from './casesBind';
import { payCases } from './casesPay';
import { readCases } from './casesRead';
import type { Sent } from '../../harness/engine/mavapay';

/** Values that a case makes beforehand, such as the ID of a quote. */
export type Made = Record<string, string>;

export interface Case {
	/** `resource:operation`. */
	of: string;
	/** Tells several cases of one operation apart. */
	name?: string;
	arrange?: (sandbox: Sandbox) => Promise<Made> | Made;
	/** Without resource and operation. */
	parameters: (made: Made) => INodeParameters;
	sent: (made: Made) => Sent[];
	/** What leaves the node, from all that was answered; by default the last answer's data. */
	output?: (answers: unknown[], made: Made) => unknown[];
	/** Of the credential. */
	credential?: IDataObject;
}

/** The parameters of a case as stored. */
export function stored(one: Case, made: Made): INodeParameters {
	const [resource = '', operation = ''] = one.of.split(':');
	return { resource, operation, ...one.parameters(made) };
}

export const titleOf = ({ of, name }: Case): string => (name === undefined ? of : `${of}, ${name}`);

export const cases: readonly Case[] = [...readCases, ...bindCases, ...payCases];
