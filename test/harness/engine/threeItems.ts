/** Three items, of which the second fails: as a read, as a write that moves no money, or as a payment. */
import type { INodeParameters, OnError } from 'n8n-workflow';
import type { FaultRule, Sandbox } from '../../../sandbox';
import type { RunNodeOptions, RunNodeResult } from './';
import { placed } from '../../cases/case';
import { toStablecoin } from '../../cases/withdrawal';
import { run } from './mavapay';

export type Effect = 'read' | 'write' | 'pay';
export const EFFECTS: readonly Effect[] = ['read', 'write', 'pay'];

export const MODES: readonly OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

/** Input of the three items. The fault hits the middle one. */
export const ITEMS = ['1000000001', '1000000002', '1000000003'].map((id) => ({ id }));
export const HIT = '1000000002';

/** Which request the fault applies to: only the middle item's. */
export const matchOf: Record<Effect, FaultRule['match']> = {
	read: { query: { accountNumber: HIT } },
	write: { bodyIncludes: HIT },
	pay: { bodyIncludes: HIT },
};

export const parametersOf = (effect: Effect, options: INodeParameters = {}): INodeParameters => {
	if (effect === 'read') {
		const bank = { __rl: true, mode: 'id', value: '000013' };
		return { resource: 'bank', operation: 'verifyAccount', bank, accountNumber: '={{ $json.id }}', options: {} };
	}
	const shared = { onUnknown: 'continue', ...options };
	if (effect === 'write') {
		const fields = { label: '={{ $json.id }}', network: 'trc20' };
		return { resource: 'stablecoinAddress', operation: 'generate', ...fields, options: shared };
	}
	return {
		...toStablecoin,
		customerReference: '={{ $json.id }}',
		// Repeats are allowed, because the three payments differ only in their references.
		...placed({ allowRepeats: true, ...shared }),
	};
};

export const runFaulty = async (
	where: Pick<Sandbox, 'url' | 'keys'>,
	effect: Effect,
	onError: OnError,
	more: Partial<RunNodeOptions> & { options?: INodeParameters } = {},
): Promise<RunNodeResult> => {
	const { options, ...rest } = more;
	return await run(where, parametersOf(effect, options), { items: ITEMS, onError, ...rest });
};
