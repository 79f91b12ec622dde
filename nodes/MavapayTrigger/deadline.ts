import type { IWebhookFunctions } from 'n8n-workflow';

import { n8nTransport } from '../core/n8n/adapter';
import { connect, type Connection } from '../core/n8n/connection';
import { createService, type Transport } from '../core/service/service';

/** Time in ms for all that is done before the answer, which Mavapay wants within 5 s (docs/reference/interface.md#delivery). */
const LONGEST_MS = 4_000;

/** Connects as `connect` does, but every request ends within 4 s from `startedMs`, retries included. */
export async function connectWithDeadline(context: IWebhookFunctions, startedMs: number): Promise<Connection> {
	const connection = await connect(context);
	const { clock } = connection.service;
	// At least 1, which requests need.
	const left = () => Math.max(1, startedMs + LONGEST_MS - clock.now());
	const transport = n8nTransport(context, connection.deployment, connection.credential);
	const inTime: Transport = async (request, settings) =>
		await transport(request, { ...settings, timeoutMs: Math.min(settings.timeoutMs, left()) });
	const service = createService(inTime, {
		...clock,
		sleep: async (milliseconds) => await clock.sleep(Math.min(milliseconds, left())),
		cancelled: () => left() <= 1,
	});
	return { ...connection, service };
}
