import type { IExecuteFunctions } from 'n8n-workflow';

import { STORE_MAX_ENTRIES, type RecordStore } from '../payout/recordStore';

const OPTIONS = { mode: 'entries', maxEntries: STORE_MAX_ENTRIES } as const;
const SCOPE = 'workflow';

/** The record across executions in n8n's own database; null where this n8n has no such store. */
export function n8nRecordStore(context: IExecuteFunctions): RecordStore | null {
	const { helpers } = context;
	if (typeof helpers.checkProcessedAndRecord !== 'function') return null;
	return {
		async add(values) {
			const answer = await helpers.checkProcessedAndRecord([...values], SCOPE, OPTIONS);
			const fresh = answer.new.map(String);
			const known = answer.processed.map(String);
			if (fresh.length + known.length !== values.length) {
				throw new Error('the record of payout references gave no full answer');
			}
			return { fresh, known };
		},
		async remove(values) {
			await helpers.removeProcessed([...values], SCOPE, OPTIONS);
		},
		async clear() {
			await helpers.clearAllProcessedItems(SCOPE, OPTIONS);
		},
		async count() {
			return await helpers.getProcessedDataCount(SCOPE, OPTIONS);
		},
	};
}
