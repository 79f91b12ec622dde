/** `npm run verify`: the interface description, held against a real account. `--help` tells the rest. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { Account, isLoopback, type Credential } from './account';
import { messageOf, succeeded } from './exchange';
import { readArguments, USAGE, UsageError, type Arguments } from './arguments';
import { borrowWebhook, putWebhookBack } from './borrowedWebhook';
import { COST } from './claims/paying';
import { REGISTRATION } from './claims/webhooks';
import { Receiver } from './receiver';
import type { Level } from './claim';
import { counted, sums, writeReport, type Report } from './report';
import { CLAIMS, holdAgainst } from './run';

const STATE = join('.cache', 'verify');

const DOES: Record<Level, string> = {
	read: 'reading only',
	write: 'reading and writing',
	pay: 'reading, writing and paying',
};

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Asks on the terminal. `hidden`: what is typed is not shown. Throws UsageError where nobody can answer. */
async function ask(question: string, { hidden = false } = {}): Promise<string> {
	if (process.stdin.isTTY !== true)
		throw new UsageError(`${question.trim()}\nThis is no terminal, so nobody can answer.`);
	const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
	const terminal = createInterface({ input: process.stdin, output: hidden ? silent : process.stdout, terminal: true });
	try {
		if (hidden) process.stdout.write(question);
		const answer = await terminal.question(hidden ? '' : question);
		if (hidden) process.stdout.write('\n');
		return answer.trim();
	} finally {
		terminal.close();
	}
}

async function credentialOf(env: NodeJS.ProcessEnv): Promise<Credential> {
	const [key, token] = [env.MAVAPAY_API_KEY?.trim() ?? '', env.MAVAPAY_ACCESS_TOKEN?.trim() ?? ''];
	if (key !== '') return { kind: 'apiKey', value: key };
	if (token !== '') return { kind: 'bearerToken', value: token };
	const typed = await ask('API key (not shown): ', { hidden: true });
	if (typed === '') throw new UsageError('There is no API key.');
	return { kind: 'apiKey', value: typed };
}

async function agreed({ level, yes }: Arguments): Promise<void> {
	if (level !== 'pay' || yes) return;
	const answer = await ask(`This pays ${COST}. Go on? (yes/no) `);
	if (!/^y(es)?$/i.test(answer)) throw new UsageError('Nothing was paid.');
}

async function receiverFor({ webhook }: Arguments): Promise<Receiver | null> {
	return webhook === null ? null : await Receiver.listen(webhook.url, webhook.port, randomBytes(24).toString('hex'));
}

/** Throws UsageError where the account gives no answer at all, since every claim would then seem to differ. */
async function reach(account: Account): Promise<void> {
	const host = account.baseUrl.host;
	const exchange = await account.read('/wallet').catch((error: unknown) => {
		if (error instanceof Error && error.name === 'AbortError') throw error;
		throw new UsageError(`${host} can't be reached. Check --base-url and your network.`);
	});
	if (succeeded(exchange)) return;
	const said = messageOf(exchange);
	const check = exchange.status === 401 ? 'Check the key, and that it belongs to this address.' : 'Check --base-url.';
	throw new UsageError(`${host} answered ${exchange.status}${said === null ? '' : `, "${said}"`}. ${check}`);
}

/** Holds the account against the claims; whatever happens, the webhook that stood there is put back. */
async function verify(given: Arguments, credential: Credential, signal: AbortSignal): Promise<Report> {
	const at = new Date().toISOString();
	const receiver = await receiverFor(given);
	const account = new Account(given.baseUrl, credential, given.told, receiver, signal);
	const notes: string[] = [];
	// An account of its own, because a run that was interrupted sends nothing more.
	const afterwards = new Account(given.baseUrl, credential, given.told, null, AbortSignal.timeout(600_000));
	try {
		await reach(account);
		say(`${CLAIMS.length} claims of docs/interface.md against ${account.baseUrl.host}, ${DOES[given.level]}:\n`);
		if (given.level !== 'read' && (await putWebhookBack(account, STATE)))
			say('A webhook that an earlier run had replaced was put back.');
		if (receiver !== null) {
			const { url, secret } = receiver;
			await account.once(REGISTRATION, async () => await borrowWebhook(account, { url, secret }, STATE));
		}
		const { rows, messages } = await holdAgainst(account, given.level, (row, place) =>
			say(`${String(place).padStart(3)}/${CLAIMS.length}  ${row.verdict.padEnd(13)}  ${row.claim}`),
		);
		return {
			at,
			deployment: isLoopback(given.baseUrl) ? 'this machine' : given.baseUrl.host,
			level: given.level,
			rows,
			messages,
			notes,
		};
	} finally {
		if (receiver !== null) {
			const put = await putWebhookBack(afterwards, STATE);
			const note = put
				? 'The webhook that stood there was put back.'
				: "The account had no webhook before. This command's address stays registered, since no call removes one: register your own.";
			notes.push(note);
			say(note);
			await receiver.close();
		}
	}
}

function show({ rows, messages }: Report, paths: readonly string[]): void {
	for (const { verdict, claim, seen, concerns } of rows) {
		if (verdict === 'differs') say(`\nDIFFERS: ${claim}\n  ${seen}\n  Files that rest on it: ${concerns.join(', ')}`);
	}
	const unseen = new Map<string, number>();
	for (const { verdict, seen } of rows) if (verdict === 'not shown') unseen.set(seen, (unseen.get(seen) ?? 0) + 1);
	if (unseen.size > 0) say('\nNot shown:');
	for (const [why, count] of unseen) say(`${String(count).padStart(3)}  ${why}`);
	if (messages.length > 0) {
		say("\nMessages that aren't in the table of refusals (docs/interface.md#refusals):");
		for (const message of messages) say(`  ${message}`);
	}
	say(`\n${sums(rows)}\nReport: ${paths.join(', ')}`);
}

async function main(): Promise<number> {
	const given = readArguments(process.argv.slice(2));
	if (given === null) {
		process.stdout.write(USAGE);
		return 0;
	}
	const credential = await credentialOf(process.env);
	await agreed(given);
	const ending = new AbortController();
	process.once('SIGINT', () => ending.abort());
	process.once('SIGTERM', () => ending.abort());
	const report = await verify(given, credential, ending.signal);
	show(report, writeReport(report, given.out));
	return counted(report.rows, 'differs') === 0 ? 0 : 1;
}

main().then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		const aborted = error instanceof Error && error.name === 'AbortError';
		const told = aborted ? 'Interrupted.' : error instanceof Error ? error.message : String(error);
		process.stderr.write(
			`${told}${error instanceof UsageError ? '\n\nnpm run verify -- --help shows the options.' : ''}\n`,
		);
		process.exitCode = 2;
	},
);
