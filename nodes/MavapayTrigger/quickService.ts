import type { IWebhookFunctions } from 'n8n-workflow';

import { n8nTransport } from '../core/n8n/adapter';
import { connect, type Connection } from '../core/n8n/connection';
import { createService, type Transport } from '../core/service/service';

/** The service wants its answer within 5 s (service-facts 2.14); what is asked meanwhile has 4. */
const LONGEST_MS = 4_000;

/** The least time that is given to a request. */
const SHORTEST_MS = 1;

/** Like `connect`, but whatever is asked ends, retries included, within 4 s from `startedMs`. */
export async function connectQuickly(context: IWebhookFunctions, startedMs: number): Promise<Connection> {
	const connection = await connect(context);
	const { clock } = connection.service;
	const left = () => Math.max(SHORTEST_MS, startedMs + LONGEST_MS - clock.now());
	const transport = n8nTransport(context, connection.deployment, connection.credential);
	const quick: Transport = async (request, settings) =>
		await transport(request, { ...settings, timeoutMs: Math.min(settings.timeoutMs, left()) });
	const service = createService(quick, {
		...clock,
		sleep: async (milliseconds) => await clock.sleep(Math.min(milliseconds, left())),
		cancelled: () => left() <= SHORTEST_MS,
	});
	return { ...connection, service };
}
