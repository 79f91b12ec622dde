import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments, UsageError } from '../../../scripts/verify/arguments';
import { CLAIMS } from '../../../scripts/verify/run';
import { startSandbox, type Sandbox } from '../../../sandbox';

const MAIN = join(__dirname, '../../../scripts/verify/main.ts');
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

async function until(condition: () => boolean, child: ChildProcess): Promise<void> {
	while (!condition()) {
		if (child.exitCode !== null) throw new Error('the command ended too early');
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

const LISTENING = ['--write', '--webhook-url', 'http://127.0.0.1:9/hook', '--webhook-port'];

/** A free port at the moment; the command fails where somebody else takes it. */
async function freePort(): Promise<string> {
	const other = await startSandbox();
	await other.close();
	return String(other.port);
}

describe('the command', () => {
	it('writes a report, says where, and tells by its exit code that nothing differs', async () => {
		const { child, output } = start(['--read']);
		const [code] = await once(child, 'close');

		expect(output()).toMatch(/^\d+ claims of docs\/interface\.md against 127\.0\.0\.1:\d+, reading only:$/m);
		expect(output()).toMatch(
			/\nNot shown:\n( *\d+ {2}.+\n)+\nOf \d+ claims \d+ are as documented, 0 differ, \d+ were not/,
		);
		expect(code).toBe(0);
		expect(readdirSync(join(folder, 'reports/verify')).sort()).toEqual(['verify.json', 'verify.md']);
		const report = readFileSync(join(folder, 'reports/verify/verify.md'), 'utf8');
		expect(report).toContain('| as documented | GET /wallet answers in the described form |');
		expect(`${output()}${report}`).not.toContain(sandbox.keys.write);
	});

	it('tells a difference by its exit code', async () => {
		sandbox.configure({ zaBanks: 'objects' });
		const { child, output } = start(['--read']);
		const [code] = await once(child, 'close');

		expect(code).toBe(1);
		expect(output()).toContain('DIFFERS: South African banks come as plain names');
		expect(output()).toContain('Files that rest on it: nodes/Mavapay/operations/bank/bank.ts');
	});

	it.each([
		[
			"a key that is nobody's",
			[],
			'nobodys',
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
		const { child, output } = start(there, key);
		const [code] = await once(child, 'close');
		expect(code).toBe(2);
		expect(output()).toMatch(says);
		expect(output()).not.toMatch(/differ|not shown/i);
		expect(existsSync(join(folder, 'reports'))).toBe(false);
	});

	it('takes what the key may not do for no difference', async () => {
		const { child, output } = start(['--write'], sandbox.keys.read);
		const [code] = await once(child, 'close');
		expect(output()).toContain('this key may not do that (403)');
		expect([code, /DIFFERS/.test(output())]).toEqual([0, false]);
	});

	it('puts the webhook back when it is interrupted', async () => {
		const { child } = start([...LISTENING, await freePort()]);
		await until(() => sandbox.webhook?.url !== THEIRS.url, child);
		child.kill('SIGINT');
		const [code] = await once(child, 'close');

		expect(code).toBe(2);
		expect(sandbox.webhook).toMatchObject(THEIRS);
		expect(readdirSync(join(folder, '.cache/verify'))).toEqual([]);
	});

	it('puts it back at its next start when it was killed, and keeps it sealed until then', async () => {
		const killed = start([...LISTENING, await freePort()]);
		await until(() => sandbox.webhook?.url !== THEIRS.url, killed.child);
		killed.child.kill('SIGKILL');
		await once(killed.child, 'close');
		expect(sandbox.webhook?.url).not.toBe(THEIRS.url);
		const [kept = ''] = readdirSync(join(folder, '.cache/verify'));
		expect(readFileSync(join(folder, '.cache/verify', kept)).toString('latin1')).not.toMatch(/shop|secret/);

		const next = start(['--write']);
		await once(next.child, 'close');
		expect(next.output()).toContain('A webhook that an earlier run had replaced was put back.');
		expect(sandbox.webhook).toMatchObject(THEIRS);
	});

	it('asks nobody where nobody can answer', async () => {
		const withoutKey = start(['--read'], '');
		await once(withoutKey.child, 'close');
		expect(withoutKey.output()).toContain('This is no terminal, so nobody can answer.');

		const pay = start(['--pay']);
		const [code] = await once(pay.child, 'close');
		expect(code).toBe(2);
		expect(pay.output()).toMatch(/^This pays at most/m);
		expect(sandbox.ledger.find({ kind: 'payout' })).toEqual([]);
		expect(existsSync(join(folder, 'reports'))).toBe(false);
	});
});

describe('the unknowns of docs/interface.md', () => {
	it('name claims that there are', () => {
		const page = readFileSync(join(__dirname, '../../../docs/interface.md'), 'utf8');
		const cells = page.match(/\| verify: [^|\n]+/g) ?? [];
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
	it.each(['--write', '--pay'])('%s is for staging and this machine', (level) => {
		expect(readArguments([level])?.level).toBe(level.slice(2));
		expect(readArguments([level, '--base-url', 'http://localhost:4010/api/v1'])?.baseUrl.port).toBe('4010');
		for (const url of [
			'https://api.mavapay.co/api/v1',
			'https://proxy.example/api/v1',
			'https://staging.api.mavapay.co.example/api/v1',
			'https://staging.api.mavapay.co/api/v2',
		])
			expect(() => readArguments([level, '--base-url', url])).toThrow(UsageError);
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
