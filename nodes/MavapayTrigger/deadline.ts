import type { IWebhookFunctions } from 'n8n-workflow';

import { n8nTransport } from '../core/n8n/adapter';
import { connect, type Connection } from '../core/n8n/connection';
import { createService, type Transport } from '../core/service/service';

/** The time in ms for everything before the answer, which Mavapay expects within 5 s (docs/reference/interface.md#delivery). */
const LONGEST_MS = 4_000;

/** Connects like `connect`, but every request ends within 4 s of `startedMs`, including repeats. */
export async function connectWithDeadline(context: IWebhookFunctions, startedMs: number): Promise<Connection> {
	const connection = await connect(context);
	const { clock } = connection.service;
	// A request's timeout must be at least 1 ms.
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
