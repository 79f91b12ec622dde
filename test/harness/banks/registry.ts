/**
 * Mavapay's public registry of Nigerian banks (ngn-banks-registry, 2025-08-21): 481 banks under 506 names, 63 of them
 * with a central bank (CBN) code. Tests use it as a bank list like Mavapay's.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RegisteredBank {
	readonly code: string;
	readonly cbn: string;
	readonly name: string;
}

export const REGISTRY: readonly RegisteredBank[] = readFileSync(join(__dirname, 'registry.tsv'), 'utf8')
	.split('\n')
	.filter((line) => line !== '' && !line.startsWith('#'))
	.map((line) => {
		const [code = '', cbn = '', name = ''] = line.split('\t');
		return { code, cbn, name };
	});
