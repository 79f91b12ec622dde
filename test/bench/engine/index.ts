/** What our node costs on n8n's engine in this process. */
import { MemoryDeduplicator, useDeduplication } from '../../harness/engine';
import type { Built } from '../built';
import type { Row } from '../report';
import { contendersOf } from './contenders';
import { memory } from './memory';
import { reads } from './reads';
import { startService, type BenchService } from './service';
import { validation } from './validation';

/** @param quick only a third of the rounds of each read */
export async function engine(built: Built, quick: boolean, progress: (what: string) => void): Promise<Row[]> {
	return await withService(async (service) => {
		await useDeduplication(new MemoryDeduplicator());
		const { ours, reading } = contendersOf(built, service);
		return [...(await validation(ours)), ...(await reads({ ours, reading, service, quick, progress }))];
	});
}

export async function memoryOnEngine(built: Built, progress: (what: string) => void): Promise<Row[]> {
	return await withService(async (service) => await memory(contendersOf(built, service), service, progress));
}

async function withService<T>(work: (service: BenchService) => Promise<T>): Promise<T> {
	const service = await startService();
	try {
		return await work(service);
	} finally {
		await useDeduplication(undefined);
		await service.stop();
	}
}
