/** What 1,000 items take on the heap, beside n8n's bare helper; a process for each measurement. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Built } from '../built';
import { memoryResult, type MemoryOrder, type MemoryResult as Sample } from './memoryOrder';
import { median, shown, type Row } from '../report';
import type { BenchService } from './service';

const ITEMS = 1_000;
const ROUNDS = 1;

export async function memory(
	built: Built,
	{ url, key, walletIds, transactionIds }: BenchService,
	progress: (what: string) => void,
): Promise<Row[]> {
	const service = { url, key, walletIds: [...walletIds], transactionIds: [...transactionIds] };
	const rows: Row[] = [];
	for (const [work, name] of [
		['reads', 'transaction: get'],
		['money', 'withdrawal: toBankAccount'],
	] as const) {
		const all: Record<'ours' | 'helper', Sample[]> = { ours: [], helper: [] };
		for (let round = 0; round < ROUNDS; round++) {
			for (const who of ['ours', 'helper'] as const) {
				progress(`memory of ${name}, ${who}`);
				all[who].push(await measure({ who, work, items: ITEMS, built, service }));
			}
		}
		rows.push(...rowsOf(name, all.ours, all.helper));
	}
	return rows;
}

async function measure(order: MemoryOrder): Promise<Sample> {
	const child = fork(join(__dirname, 'memoryChild.ts'), { execArgv: ['--expose-gc', '--import', 'tsx'] });
	child.send(order);
	const [result] = await Promise.race([
		once(child, 'message'),
		once(child, 'exit').then(() => Promise.reject(new Error(`The memory of '${order.who}' could not be measured`))),
	]);
	return memoryResult.parse(result);
}

function rowsOf(name: string, ours: readonly Sample[], helper: readonly Sample[]): Row[] {
	const of = (samples: readonly Sample[], member: keyof Sample) => median(samples.map((one) => one[member])) / 2 ** 20;
	const allowed = of(helper, 'peakLive') + of(ours, 'items');
	const peak = of(ours, 'peakLive');
	return [
		{
			what: `${name}, ${ITEMS} items, most on the heap at once`,
			measured: `${shown(peak)} MiB, the helper ${shown(of(helper, 'peakLive'))}, the items themselves ${shown(of(ours, 'items'))}`,
			target: { value: peak, text: `<= ${shown(allowed)} MiB`, met: peak <= allowed },
		},
		{
			what: `${name}, ${ITEMS} items, left on the heap at the end`,
			measured: `${shown(of(ours, 'endLive'))} MiB, the helper ${shown(of(helper, 'endLive'))}`,
			target: null,
		},
		{
			what: `${name}, ${ITEMS} items, most resident memory of the process`,
			measured: `${shown(of(ours, 'maxResident'))} MiB, the helper ${shown(of(helper, 'maxResident'))}`,
			target: null,
		},
	];
}
