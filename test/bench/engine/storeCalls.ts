/** How often our node calls n8n's store for a payout with a reference, to a payee who was paid before. */
import { MemoryDeduplicator, useDeduplication } from '../../harness/engine';
import { atMost, shown, type Row } from '../report';
import { TARGETS } from '../targets';
import { bankPayouts, type Contender } from './contenders';
import type { BenchService } from './service';

/** Two runs of different length: their difference has nothing that is once for each run. */
const [FEWER, MORE] = [5, 15];

export async function storeCalls(ours: Contender, { url }: BenchService): Promise<Row[]> {
	const store = new MemoryDeduplicator();
	await useDeduplication(store);
	const callsOf = async (count: number) => {
		store.calls.length = 0;
		await ours(bankPayouts(url, count), async (execute) => await execute());
		const looks = store.calls.filter(({ method }) => method === 'getProcessedDataCount').length;
		return { looks, rows: store.calls.length - looks };
	};
	// From here on all payees are known.
	await callsOf(MORE);
	const [fewer, more] = [await callsOf(FEWER), await callsOf(MORE)];
	return (['looks', 'rows'] as const).map((what) => {
		const each = (more[what] - fewer[what]) / (MORE - FEWER);
		return {
			what: `${what} in n8n's store for each payout to a payee who was paid before`,
			measured: shown(each),
			target: atMost(each, TARGETS[what], what),
		};
	});
}
