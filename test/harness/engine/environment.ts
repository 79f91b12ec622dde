/**
 * Environment of the engine tests. It is named in jest's `setupFiles`, so it runs before n8n-core is loaded: n8n reads
 * its settings folder and key at import time.
 *
 * Each jest worker has its own settings folder in the repository's ignored cache. The settings file is created here,
 * because several jest processes can start at once and n8n itself writes the file without a lock.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ENCRYPTION_KEY = 'engine-tests-only';

const userFolder = resolve(__dirname, '../../../.cache/engine-tests', `worker-${process.env.JEST_WORKER_ID ?? '1'}`);
const settingsFolder = join(userFolder, '.n8n');
const settingsFile = join(settingsFolder, 'config');

mkdirSync(settingsFolder, { recursive: true });
const written = `${settingsFile}.${process.pid}`;
writeFileSync(written, JSON.stringify({ encryptionKey: ENCRYPTION_KEY }), { mode: 0o600 });
renameSync(written, settingsFile);

process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = ENCRYPTION_KEY;
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
process.env.GENERIC_TIMEZONE = 'UTC';
process.env.TZ = 'UTC';

/* Otherwise the machine's proxy would answer instead of the loopback servers. */
for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']) {
	delete process.env[name];
	delete process.env[name.toLowerCase()];
}
