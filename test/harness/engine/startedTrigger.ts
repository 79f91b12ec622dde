/**
 * What all tests of a file share that imports from here: a sandbox as on its first day and an empty database before each
 * of them, n8n in front of it, and n8n's log.
 */
import { deriveWebhookSecret } from '../../../nodes/core/events/webhookSignature';
import { startSandbox, type Sandbox } from '../../../sandbox';
import type { MemoryDeduplicator } from './';
import { triggerFor, useRows, watchLog, WEBHOOK_ID } from './mavapayTrigger';
import { N8n } from './triggerInN8n';

export let sandbox: Sandbox;
/** Its trigger is replaced with `use`. */
export let n8n: N8n;
/** The rows of events. */
export let rows: MemoryDeduplicator;
/** What nodes wrote to the log since the test began. */
export let lines: string[];

beforeAll(async () => {
	sandbox = await startSandbox();
	n8n = await N8n.start(triggerFor(sandbox));
});
beforeEach(async () => {
	sandbox.reset();
	rows = await useRows();
	lines = watchLog();
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
	await n8n.close();
	await sandbox.close();
});

/** The secret that the trigger registers where none was given. */
export const derived = () => deriveWebhookSecret({ apiKey: sandbox.keys.write, webhookId: WEBHOOK_ID });

/** The webhook of somebody else. */
export const foreign = { url: 'https://shop.example/hook', secret: 'the shop has this secret', isActive: true };
