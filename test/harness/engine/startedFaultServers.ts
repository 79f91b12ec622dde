/** Fault servers that end with the test that started them. */
import type { Sandbox } from '../../../sandbox';
import { startFaultServer, type Fault, type FaultServer } from './faultServer';

const servers: FaultServer[] = [];
afterEach(async () => void (await Promise.all(servers.splice(0).map(async (server) => await server.close()))));

export async function serve(fault: Fault): Promise<FaultServer> {
	const server = await startFaultServer(fault);
	servers.push(server);
	return server;
}

/** One in the place of a sandbox, which is given the same keys. */
export async function serveInsteadOf({ keys }: Pick<Sandbox, 'keys'>, fault: Fault) {
	const { url, requests } = await serve(fault);
	return { url: `${url}/api/v1`, keys, requests };
}
