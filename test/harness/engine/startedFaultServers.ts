/** Fault servers that are closed after the test that started them. */
import type { Sandbox } from '../../../sandbox';
import { startFaultServer, type Fault, type FaultServer } from './faultServer';

const servers: FaultServer[] = [];
afterEach(async () => void (await Promise.all(servers.splice(0).map(async (server) => await server.close()))));

export async function serve(fault: Fault): Promise<FaultServer> {
	const server = await startFaultServer(fault);
	servers.push(server);
	return server;
}

/** Starts a fault server in place of a sandbox, with the sandbox's keys. */
export async function serveInsteadOf({ keys }: Pick<Sandbox, 'keys'>, fault: Fault) {
	const { url, requests } = await serve(fault);
	return { url: `${url}/api/v1`, keys, requests };
}
