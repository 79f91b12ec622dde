/**
 * Shared by all tests of a file that imports it: n8n with the trigger, and n8n's log. Before each test, the sandbox is
 * reset and the database is empty.
 */
import { deriveWebhookSecret } from '../../../nodes/core/events/webhookSignature';
import { startSandbox, type Sandbox } from '../../../sandbox';
import type { MemoryDeduplicator } from './';
import { triggerFor, useRows, watchLog, WEBHOOK_ID } from './mavapayTrigger';
import { N8n } from './triggerInN8n';

export let sandbox: Sandbox;
/** The simulated n8n; its `use` replaces the trigger. */
export let n8n: N8n;
/** The store of the trigger's event rows. */
export let rows: MemoryDeduplicator;
/** Lines that nodes have written to n8n's log since the test began. */
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

/** The webhook secret that the trigger registers if the credential has none. */
export const derived = () => deriveWebhookSecret({ apiKey: sandbox.keys.write, webhookId: WEBHOOK_ID });

/** A webhook that somebody else registered. */
export const foreign = { url: 'https://shop.example/hook', secret: 'the shop has this secret', isActive: true };
