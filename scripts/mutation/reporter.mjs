/** A reporter of Stryker that writes what a run found into docs/why/mutation.md; one that ended early writes nothing. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { checkout } from '../lib/paths.mjs';
import { withScores } from './scores.js';

const file = join(checkout, 'docs', 'why', 'mutation.md');

class Scores {
	/** @param {{files: import('./scores.js').Files}} report */
	onMutationTestReportReady({ files }) {
		const day = new Date().toISOString().slice(0, 10);
		const isThere = (/** @type {string} */ path) => existsSync(join(checkout, path));
		writeFileSync(file, withScores(readFileSync(file, 'utf8'), files, day, isThere));
	}
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'scores', Scores)];
