/** What our node costs on n8n's engine in this process, and in processes of their own where it is about memory. */
import { MemoryDeduplicator, useDeduplication } from '../../harness/engine';
import { loadCredential, loadNode, loadTrigger, type Built } from '../built';
import type { Row } from '../report';
import { ours, readingHelper } from './contenders';
import { memory } from './memory';
import { startService } from './service';
import { speed } from './speed';
import { trigger } from './trigger';
import { validation } from './validation';

/** @param quick each is measured once */
export async function engine(built: Built, quick: boolean, progress: (what: string) => void): Promise<Row[]> {
	const service = await startService();
	try {
		await useDeduplication(new MemoryDeduplicator());
		const credential = loadCredential(built);
		const type = loadNode(built);
		const bench = {
			ours: ours(type, credential, service),
			reading: readingHelper(type, credential, service),
			service,
			quick,
			progress,
		};
		return [
			...(await validation(bench.ours)),
			...(await speed(bench)),
			...(await trigger(loadTrigger(built), credential, service)),
		];
	} finally {
		await useDeduplication(undefined);
		await service.stop();
	}
}

export async function memoryOnEngine(built: Built, progress: (what: string) => void): Promise<Row[]> {
	const service = await startService();
	try {
		return await memory(built, service, progress);
	} finally {
		await service.stop();
	}
}
