import { createServer, type Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Account } from '../../../verify/account';
import { NotShown } from '../../../verify/finding';
import { takingAtMost, TimedOut } from '../../../verify/time';
import { overNetwork } from '../../../verify/transport';

setFlagsFromString('--expose-gc');
/** Runs the garbage collector, as happens by itself in a long wait. */
const collect = (): void => void runInNewContext('gc()');

const PATIENCE_MS = 400;
/** Enough for a busy machine, and far below the five minutes that a request takes without our own limit. */
const MOST_MS = 20_000;
const COLLECT_EVERY_MS = 20;

let server: Server;
let origin: string;
let collecting: NodeJS.Timeout;

beforeEach(async () => {
	server = createServer(() => undefined);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
	collecting = setInterval(collect, COLLECT_EVERY_MS);
});

afterEach(async () => {
	clearInterval(collecting);
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

/** What ends first: the work, by its error, or the time that a test may take. */
async function endOf(work: Promise<unknown>): Promise<unknown> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<string>((resolve) => {
		timer = setTimeout(() => resolve('nothing ended it'), MOST_MS);
	});
	const ended = work.then(
		() => 'it was answered',
		(error: unknown) => error,
	);
	return await Promise.race([ended, late]).finally(() => clearTimeout(timer));
}

const asked = (path: string) => ({ method: 'GET', url: new URL(path, origin), headers: {}, body: null });

describe('a server that never answers, while memory is collected', () => {
	it('is waited for as long as was said', async () => {
		const { signal } = new AbortController();
		const work = takingAtMost(PATIENCE_MS, signal, async (ending) => await overNetwork(asked('/'), ending));
		expect(await endOf(work)).toBeInstanceOf(TimedOut);
	});

	it('costs the command the patience for a read, and is named', async () => {
		const told = {
			bankAccount: null,
			lightningAddress: 'verify@example.com',
			fresh: false,
			agrees: async () => await Promise.resolve(false),
		};
		const credential = { kind: 'apiKey', value: 'sandbox_of-a-test' } as const;
		const around = { signal: new AbortController().signal, patienceMs: PATIENCE_MS };
		const account = new Account(new URL(`${origin}/api/v1`), credential, told, null, around);
		const end = await endOf(account.send('GET', '/wallet'));
		expect(end).toBeInstanceOf(NotShown);
		expect(end).toMatchObject({ seen: 'GET /wallet gave no answer within 0 s' });
	});

	it('is left at once when the command is ended', async () => {
		const ending = new AbortController();
		const work = takingAtMost(MOST_MS * 2, ending.signal, async (signal) => await overNetwork(asked('/'), signal));
		setTimeout(() => ending.abort(), PATIENCE_MS);
		expect(await endOf(work)).toMatchObject({ name: 'AbortError' });
	});
});
