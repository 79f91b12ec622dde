import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertMayWrite, readArguments } from '../../../verify/arguments';
import type { Credential } from '../../../verify/account';
import { CLAIMS } from '../../../verify/run';
import { startSandbox, type Sandbox } from '../../../sandbox';

const MAIN = join(__dirname, '../../../verify/main.ts');
const TSX = require.resolve('tsx');
const THEIRS = { url: 'https://shop.example/their-hook', secret: 'secret-of-the-shop-0123456789' };

let folder: string;
let sandbox: Sandbox;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'verify-'));
	sandbox = await startSandbox({ now: 'real' });
	sandbox.setWebhook(THEIRS);
});

afterEach(async () => {
	await sandbox.close();
	rmSync(folder, { recursive: true, force: true });
});

function start(args: readonly string[], key: string | undefined = sandbox.keys.write) {
	const env: NodeJS.ProcessEnv = { ...process.env, MAVAPAY_API_KEY: key, MAVAPAY_ACCESS_TOKEN: undefined };
	const child = spawn(process.execPath, ['--import', TSX, MAIN, '--base-url', sandbox.url, ...args], {
		cwd: folder,
		env,
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (part: Buffer) => void (output += part.toString()));
	return { child, output: () => output };
}

/** Runs the command until it ends; returns its exit code and output. */
async function ended(args: readonly string[], key?: string): Promise<{ code: number | null; output: string }> {
	const { child, output } = start(args, key);
	const [code] = await once(child, 'close');
	return { code: code as number | null, output: output() };
}

/** Starts the command, waits until it has borrowed the webhook (or for `isTime`), and ends it with a signal. */
async function endedBy(signal: 'SIGINT' | 'SIGKILL', isTime = () => sandbox.webhook?.url !== THEIRS.url) {
	const { child, output } = start([...LISTENING, await freePort()]);
	await until(isTime, child);
	child.kill(signal);
	const [code] = await once(child, 'close');
	return { code: code as number | null, output: output() };
}

async function until(condition: () => boolean, child: ChildProcess): Promise<void> {
	while (!condition()) {
		if (child.exitCode !== null) throw new Error('the command ended too early');
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

const webhooksKept = () => readdirSync(join(folder, '.cache/verify')).filter((name) => name.startsWith('webhook'));

const LISTENING = ['--write', '--webhook-url', 'http://127.0.0.1:9/hook', '--webhook-port'];

/** A port that is free now; the command fails if another process takes it first. */
async function freePort(): Promise<string> {
	const other = await startSandbox();
	await other.close();
	return String(other.port);
}

describe('the command', () => {
	it('writes a report and a page, says where, and exits with 3 when a new account shows too little', async () => {
		const { code, output } = await ended(['--read', '--page', 'kept/page.md']);

		expect(output).toMatch(/^\d+ claims of docs\/reference\/interface\.md against 127\.0\.0\.1:\d+ with --read:$/m);
		expect(output).toMatch(/\nNot shown:\n( *\d+ {2}.+\n)+\nOf \d+ claims: \d+ shown, 0 refuted, \d+ not seen\./);
		expect(output).toMatch(
			/^Nothing differs\.\nThis run could settle \d+ claims, and settled \d+: too few to rely on\.$/m,
		);
		expect(code).toBe(3);
		expect(readdirSync(join(folder, 'reports/verify')).sort()).toEqual(['verify.json', 'verify.md']);
		const report = readFileSync(join(folder, 'reports/verify/verify.md'), 'utf8');
		expect(report).toContain(
			'| `form of GET /wallet`: GET /wallet answers in the described form | every member is as described |',
		);
		const page = readFileSync(join(folder, 'kept/page.md'), 'utf8');
		expect(page).toMatch(/^\| the sandbox \| \d{4}-\d\d-\d\d \| [0-9a-f]{7,}(-dirty)? \| read \|$/m);
		expect(`${output}${report}${page}`).not.toContain(sandbox.keys.write);
	});

	it('exits with 1 for a difference that breaks a feature, and not for one that the package handles', async () => {
		sandbox.configure({ walletQueryIgnored: true });
		const light = await ended(['--read']);
		expect(light.code).toBe(3);
		expect(light.output).toContain('DIFFERS (handled): GET /wallet takes `currency`');
		expect(light.output).toContain('Files that depend on it: nodes/Mavapay/operations/wallet/wallet.ts');

		sandbox.configure({ errorsAs200: true });
		const heavy = await ended(['--read']);
		expect(heavy.code).toBe(1);
		expect(heavy.output).toContain('DIFFERS (breaks a feature): Other calls answer a request without a key with 401');
	});

	it.each([
		[
			"a key that is nobody's",
			[],
			'sandbox_nobodys',
			/127\.0\.0\.1:\d+ answered 401, "Invalid API key provided"\. Check the key/,
		],
		[
			'an address where nothing is',
			['--base-url', 'http://127.0.0.1:1/api/v1'],
			'any',
			/127\.0\.0\.1:1 can't be reached/,
		],
		['an address of something else', ['--base-url', 'PORT/other'], 'any', /answered 404.*Check --base-url/],
	])('with %s it says so, and compares nothing', async (_what, args, key, says) => {
		const there = args.map((arg) => arg.replace('PORT', new URL(sandbox.url).origin));
		const { code, output } = await ended(there, key);
		expect(code).toBe(2);
		expect(output).toMatch(says);
		expect(output).not.toMatch(/differ|not shown/i);
		expect(existsSync(join(folder, 'reports'))).toBe(false);
	});

	it('takes what the key may not do for no difference', async () => {
		const { code, output } = await ended(['--write'], sandbox.keys.read);
		expect(output).toContain('this key may not do that (403)');
		expect([code, /DIFFERS/.test(output)]).toEqual([3, false]);
	});

	it('puts the webhook back when it is interrupted', async () => {
		expect((await endedBy('SIGINT')).code).toBe(2);
		expect(sandbox.webhook).toMatchObject(THEIRS);
		expect(webhooksKept()).toEqual([]);
		expect(readFileSync(join(folder, 'reports/verify/verify.md'), 'utf8')).toContain(
			'The run ended early: it was interrupted',
		);
	});

	it('leaves a webhook alone whose secret it could not put back', async () => {
		sandbox.setWebhook({ ...THEIRS, secret: '********' });
		const { output } = await ended([...LISTENING, await freePort()]);
		expect(output).toContain("No webhook was registered: the webhook's secret is masked");
		expect(sandbox.webhook).toMatchObject({ url: THEIRS.url, secret: '********' });
		expect(sandbox.requests.filter(({ path, method }) => path === '/webhook' && method === 'PUT')).toEqual([]);
	});

	it.each([
		[{ kind: 'status', status: 400, message: 'url is invalid' }, false],
		[null, true],
	] as const)(
		'says that its address stays in an account without a webhook only where it does: %j',
		async (fault, stays) => {
			sandbox.setWebhook(null);
			if (fault !== null) sandbox.faults.add({ match: { path: '/webhook/register' }, fault });
			const isAsked = () => sandbox.requests.some(({ path }) => path === '/webhook/register');
			const { output } = await endedBy('SIGINT', isAsked);
			expect(output.includes("The account had no webhook before. This command's address stays registered")).toBe(stays);
			expect([sandbox.webhook !== null, webhooksKept()]).toEqual([stays, []]);
		},
	);

	it('registers nothing over what an earlier run has kept, as long as that can not be put back', async () => {
		await endedBy('SIGKILL');

		sandbox.faults.add({
			match: { path: '/webhook', times: 3 },
			fault: { kind: 'status', status: 400, message: 'webhook did not answer the ping' },
		});
		const next = await ended([...LISTENING, await freePort()]);
		expect(next.output).toContain("THE ACCOUNT'S EARLIER WEBHOOK WAS NOT PUT BACK");
		expect(next.output).toMatch(/No webhook was registered: the webhook that an earlier run has kept could not be put/);
		expect(next.output).toContain("The account's earlier webhook was put back, and read again to check.");
		expect(sandbox.webhook).toMatchObject(THEIRS);
		expect(webhooksKept()).toEqual([]);
	});

	it.each([
		['the key is revoked', { kind: 'status', status: 401, message: 'Invalid API key provided' }],
		['a page for people comes', { kind: 'html', status: 403 }],
		['the service is gone', { kind: 'dropBefore' }],
	] as const)(
		'writes its report and ends when %s in the middle, and puts the webhook back at its next start',
		async (_what, fault) => {
			const port = await freePort();
			sandbox.faults.add({ match: { nth: 40, times: 1_000_000 }, fault });
			const { code, output } = await ended([...LISTENING, port]);
			expect(code).toBe(2);
			expect(output).toContain("THE ACCOUNT'S EARLIER WEBHOOK WAS NOT PUT BACK");
			expect(output).toMatch(/The run ended early: /);
			expect(output).not.toContain('DIFFERS');
			expect(existsSync(join(folder, 'reports/verify/verify.md'))).toBe(true);

			sandbox.faults.clear();
			const next = await ended(['--write']);
			expect(next.output).toContain("The account's earlier webhook was put back, and read again to check.");
			expect(sandbox.webhook).toMatchObject(THEIRS);
		},
	);

	it('uses links and the address of an earlier run again, and says what stays', async () => {
		await ended(['--write']);
		const links = sandbox.requests.filter(({ path, method }) => path === '/paymentlink' && method === 'POST').length;
		const again = await ended(['--write']);
		expect(links).toBe(1);
		expect(sandbox.requests.filter(({ path, method }) => path === '/paymentlink' && method === 'POST')).toHaveLength(1);
		expect(sandbox.requests.filter(({ path }) => path.endsWith('generate-address'))).toHaveLength(1);
		expect(again.output).toContain('an earlier run left a link (--fresh makes another)');
		expect(again.output).toMatch(/Left in your account: \d+ quotes with orders, which expire\.$/m);
	});

	it('puts it back at its next start when it was killed, and keeps it sealed until then', async () => {
		await endedBy('SIGKILL');
		expect(sandbox.webhook?.url).not.toBe(THEIRS.url);
		const [kept = ''] = webhooksKept();
		expect(readFileSync(join(folder, '.cache/verify', kept)).toString('latin1')).not.toMatch(/shop|secret/);

		const next = await ended(['--write']);
		expect(next.output).toContain("From an earlier run: The account's earlier webhook was put back");
		expect(sandbox.webhook).toMatchObject(THEIRS);
	});

	it('asks nobody where nobody can answer', async () => {
		const withoutKey = await ended(['--read'], '');
		expect(withoutKey.output).toContain('There is no terminal to answer in.');

		const pay = await ended(['--pay']);
		expect(pay.code).toBe(2);
		expect(pay.output).toMatch(/^This makes the following payments, one after the other:$/m);
		expect(pay.output).toContain('At most 2.14 USDT, 45,011.50 NGN and 100,000 satoshi');
		expect(pay.output).toContain(
			"  1. 1.07 USDT more than the wallet holds, to the account's own deposit address: must be refused; if it isn't, all USDT of the wallet go to that address, and come back less fees\n",
		);
		expect(pay.output).toContain("all USDT of the wallet only if the first payment isn't refused.");
		expect(sandbox.ledger.find({ kind: 'payout' })).toEqual([]);
		expect(existsSync(join(folder, 'reports'))).toBe(false);
	});
});

describe('the questions of docs/why/questions.md', () => {
	const page = readFileSync(join(__dirname, '../../../docs/why/questions.md'), 'utf8');

	it('say where each is open, what is assumed, and what would settle it', () => {
		const rows = page.split('\n').filter((line) => /^\| (?!What )/.test(line));
		expect(rows.length).toBeGreaterThan(35);
		expect(rows.filter((row) => row.slice(2, -2).split(' | ').filter(Boolean).length !== 4)).toEqual([]);
	});

	it('name claims that there are', () => {
		const cells = page.match(/\| `[^|\n]+\|$/gm) ?? [];
		const named = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, id]) => id));
		expect(named.length).toBeGreaterThan(20);
		expect(named.filter((id) => !CLAIMS.some((claim) => claim.id === id))).toEqual([]);
	});
});

describe('its claims', () => {
	it('have names of their own, and rest on files that there are', () => {
		expect(new Set(CLAIMS.map(({ id }) => id)).size).toBe(CLAIMS.length);
		const files = CLAIMS.flatMap(({ concerns }) => concerns);
		expect(files.filter((file) => !existsSync(join(__dirname, '../../..', file)))).toEqual([]);
		expect(CLAIMS.filter(({ concerns }) => concerns.length === 0)).toEqual([]);
	});
});

describe('its arguments', () => {
	it.each(['--write', '--pay'])('%s is for staging and keys of the sandbox', (level) => {
		const check = (url: string | null, value: string, kind: Credential['kind'] = 'apiKey') => {
			const given = readArguments(url === null ? [level] : [level, '--base-url', url]);
			if (given === null) throw new Error('help was asked for');
			assertMayWrite(given, { kind, value });
		};
		check(null, 'key');
		for (const url of [
			'http://localhost:4010/api/v1',
			'https://api.mavapay.co/api/v1',
			'https://proxy.example/api/v1',
			'https://staging.api.mavapay.co.example/api/v1',
			'https://staging.api.mavapay.co/api/v2',
		])
			for (const kind of ['apiKey', 'bearerToken'] as const)
				expect(() => check(url, kind === 'apiKey' ? 'key' : 'sandbox_key', kind)).toThrow(/may move real money/);
		for (const url of ['http://localhost:4010/api/v1', 'https://proxy.example/api/v1']) check(url, 'sandbox_key');
		for (const url of [null, 'https://api.mavapay.co/api/v1'])
			expect(() => check(url, 'sandbox_key')).toThrow(/a sandbox key, and Mavapay doesn't accept it/);
	});

	it.each([
		[['--webhook-url', 'https://shop.example/hook'], /--write/],
		[['--write', '--webhook-url', 'shop'], /full URL/],
		[['--write', '--webhook-url', 'https://shop.example', '--webhook-port', '0'], /port/],
		[['--account', '0123456789'], /NIP code/],
		[['--base-url', 'http://shop.example/api/v1'], /https/],
		[['--key', 'live_0123456789'], /no option --key/],
		[['live_0123456789'], /not understood/],
	])('refuses %j', (args, message) => {
		expect(() => readArguments(args)).toThrow(message);
	});

	it('never repeats what may be a key', () => {
		for (const args of [['--key=live_0123456789'], ['live_0123456789'], ['--api-key', 'live_0123456789']]) {
			expect(() => readArguments(args)).toThrow(
				expect.objectContaining({ message: expect.not.stringContaining('live_') }),
			);
		}
	});

	it('asks for help', () => {
		expect(readArguments(['--help'])).toBeNull();
	});
});
