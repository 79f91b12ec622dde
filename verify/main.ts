/** `npm run verify`: the interface description, held against a real account. `--help` tells the rest. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { Account, type Credential } from './account';
import { assertMayWrite, readArguments, USAGE, UsageError, type Arguments } from './arguments';
import { borrowWebhook, putWebhookBack } from './borrowedWebhook';
import type { Level } from './claim';
import { costQuestion } from './cost';
import { messageOf, succeeded } from './exchange';
import { NotShown } from './finding';
import { keepLeftIn, leftBy, STAYS } from './left';
import { writePage } from './page';
import { Receiver, REGISTRATION } from './receiver';
import { differing, EXIT, exitCodeOf, sums, verdictOf, writeReport, type Report } from './report';
import { CLAIMS, holdAgainst } from './run';
import { isInterruption } from './time';

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

const saysYes = async (question: string): Promise<boolean> =>
	/^y(es)?$/i.test(await ask(`${question} Go on? (yes/no) `));

async function credentialOf(env: NodeJS.ProcessEnv): Promise<Credential> {
	const [key, token] = [env.MAVAPAY_API_KEY?.trim() ?? '', env.MAVAPAY_ACCESS_TOKEN?.trim() ?? ''];
	const kind = key === '' && token !== '' ? 'bearerToken' : 'apiKey';
	const given = key === '' ? token : key;
	const value = given === '' ? await ask('API key (not shown): ', { hidden: true }) : given;
	if (value === '') throw new UsageError('There is no API key.');
	if (!/^[\x21-\x7e]+$/.test(value))
		throw new UsageError('The key holds a blank, a line break or a character that no key has: copy it again.');
	const other = env.MAVAPAY_OTHER_API_KEY?.trim() ?? '';
	return { kind, value, ...(other === '' ? {} : { other }) };
}

/** Says what stays and what is paid, and asks. Throws UsageError where nobody agrees. */
async function agree({ level, yes }: Arguments): Promise<void> {
	if (level === 'read') return;
	say(`In the account stay:\n${STAYS.map((one) => `  - ${one}`).join('\n')}\n`);
	if (level !== 'pay') return;
	if (yes) say(costQuestion());
	else if (!(await saysYes(`${costQuestion()}\n`))) throw new UsageError('Nothing was paid.');
}

/** Throws UsageError where the account gives no answer at all, since every claim would then seem to differ. */
async function reach(account: Account): Promise<void> {
	const { host } = account.baseUrl;
	const exchange = await account.read('/wallet').catch((error: unknown) => {
		if (!(error instanceof NotShown)) throw error;
		const [page] = error.exchanges;
		if (page !== undefined && page.status !== 401)
			throw new UsageError(`${host}: ${error.seen}. Check --base-url, or try again later.`);
		if (page !== undefined) return page;
		throw new UsageError(`${host} can't be reached: ${error.seen}. Check --base-url and your network.`);
	});
	if (succeeded(exchange)) return;
	const said = messageOf(exchange);
	const check =
		exchange.status === 401
			? 'Check the key, and that it belongs to this address.'
			: exchange.status >= 300 && exchange.status < 400
				? 'It sends requests elsewhere, which is not followed. Check --base-url.'
				: 'Check --base-url.';
	throw new UsageError(`${host} answered ${exchange.status}${said === null ? '' : `, "${said}"`}. ${check}`);
}

/** Registers this command's address where what stands there can be put back. Gives a note where it can't. */
async function borrow(account: Account, { url, secret }: Receiver): Promise<string[]> {
	try {
		await account.once(REGISTRATION, async () => await borrowWebhook(account, { url, secret }, STATE));
		return [];
	} catch (error) {
		if (error instanceof NotShown) return [`No webhook was registered: ${error.seen}.`];
		// It may have been registered all the same: the run goes on, ends at once, and puts back what stood there.
		if (isInterruption(error)) return [];
		throw error;
	}
}

/** Puts the webhook back, whatever happened. Gives a note about it. */
async function putBack(account: Account): Promise<string[]> {
	try {
		const done = await putWebhookBack(account, STATE);
		if (done === 'put back') return ['The webhook that stood there was put back, and read again.'];
		if (done === 'put back with another secret')
			return [
				"THE WEBHOOK OF THE ACCOUNT HAS ANOTHER SECRET THAN BEFORE: Mavapay shows a secret that isn't the one that is set, so yours could not be read. Register your webhook with its secret in Mavapay's dashboard.",
			];
		if (done === 'one that was not shown is overwritten')
			return [
				"A WEBHOOK OF THE ACCOUNT MAY BE OVERWRITTEN: Mavapay's profile shows no webhook, not even the one that this command registered, so what stood there could not be read or put back. If you had one, register it in Mavapay's dashboard.",
			];
		if (done !== 'own address stays') return [];
		return [
			"The account had no webhook before. This command's address stays registered, since no call removes one: register your own.",
		];
	} catch (error) {
		if (error instanceof NotShown)
			return [
				`The account had no webhook before. Whether this command's address stays registered isn't known, since ${error.seen}: look in Mavapay's dashboard, or run the command again with this key.`,
			];
		const why = error instanceof Error ? error.message : String(error);
		return [
			`THE WEBHOOK OF THE ACCOUNT IS NOT THE ONE THAT STOOD THERE: ${why}. It is kept, sealed, in ${STATE}: run the command again with this key, or register your webhook in Mavapay's dashboard.`,
		];
	}
}

interface Run {
	readonly given: Arguments;
	readonly account: Account;
	/** An account of its own, because a run that was interrupted sends nothing more. */
	readonly afterwards: Account;
	readonly receiver: Receiver | null;
}

/** Borrows the webhook for a work, and puts it back whatever happens. Adds notes about it. */
async function withWebhook<T>(
	{ account, afterwards, receiver }: Omit<Run, 'given'>,
	notes: string[],
	work: () => Promise<T>,
): Promise<T> {
	if (receiver === null) return await work();
	try {
		notes.push(...(await borrow(account, receiver)));
		return await work();
	} finally {
		await receiver.close();
		notes.push(...(await putBack(afterwards)));
	}
}

/** Holds the account against the claims; whatever happens, there is a report, and the webhook is put back. */
async function verify({ given, account, afterwards, receiver }: Run): Promise<Report> {
	const { level } = given;
	const at = new Date().toISOString();
	const notes: string[] = [];
	await reach(account);
	keepLeftIn(account, STATE);
	if (level !== 'read') notes.push(...(await putBack(account)).map((note) => `From an earlier run: ${note}`));
	for (const note of notes) say(note);
	say(`${CLAIMS.length} claims of docs/reference/interface.md against ${account.baseUrl.host}, ${DOES[level]}:\n`);
	const { rows, messages, endedBy } = await withWebhook(
		{ account, afterwards, receiver },
		notes,
		async () =>
			await holdAgainst(account, level, (row, place) =>
				say(`${String(place).padStart(3)}/${CLAIMS.length}  ${row.verdict.padEnd(13)}  ${row.claim}`),
			),
	);
	const left = leftBy(account);
	if (left.length > 0) notes.push(`In the account stays: ${left.join('; ')}.`);
	for (const one of new Set(account.uncertain))
		notes.push(`No answer came to ${one}: whether it paid isn't known. Look in Mavapay's dashboard.`);
	const deployment = account.money === 'sandbox' ? 'the sandbox' : given.baseUrl.host;
	return { at, deployment, level, listens: receiver !== null, rows, messages, notes, endedBy };
}

function show(report: Report, paths: readonly string[]): void {
	const { rows, messages, notes } = report;
	for (const { claim, seen, concerns, means } of differing(rows))
		say(
			`\nDIFFERS (${means?.weight ?? ''}): ${claim}\n  Seen: ${seen}\n  ${means?.sentence ?? ''}\n  Files that rest on it: ${concerns.join(', ')}`,
		);
	const unseen = new Map<string, number>();
	for (const { verdict, seen } of rows) if (verdict === 'not shown') unseen.set(seen, (unseen.get(seen) ?? 0) + 1);
	if (unseen.size > 0) say('\nNot shown:');
	for (const [why, count] of unseen) say(`${String(count).padStart(3)}  ${why}`);
	if (messages.length > 0) {
		say("\nMessages that aren't in the table of refusals (docs/reference/interface.md#refusals):");
		for (const message of messages) say(`  ${message}`);
	}
	if (notes.length > 0) say(`\n${notes.join('\n')}`);
	say(`\n${sums(rows)}\n${verdictOf(report).join('\n')}\nReport: ${paths.join(', ')}`);
}

async function main(): Promise<number> {
	const given = readArguments(process.argv.slice(2));
	if (given === null) {
		process.stdout.write(USAGE);
		return EXIT.fine;
	}
	const credential = await credentialOf(process.env);
	assertMayWrite(given, credential);
	await agree(given);
	const ending = new AbortController();
	const end = () => {
		// A second time ends it at once; what is kept of the webhook is put back by the next run.
		if (ending.signal.aborted) process.exit(EXIT.noRun);
		say('\nEnding: the webhook is put back, and what was found is written.');
		ending.abort();
	};
	process.on('SIGINT', end);
	process.on('SIGTERM', end);
	const told = { ...given.told, agrees: given.yes ? async () => await Promise.resolve(false) : saysYes };
	const { webhook } = given;
	const receiver =
		webhook === null ? null : await Receiver.listen(webhook.url, webhook.port, randomBytes(24).toString('hex'));
	const { signal } = ending;
	const account = new Account(given.baseUrl, credential, told, receiver, { signal, said: say });
	const afterwards = new Account(given.baseUrl, credential, told, null, {
		signal: new AbortController().signal,
		patienceMs: 10_000,
	});
	try {
		const report = await verify({ given, account, afterwards, receiver });
		const paths = writeReport(report, given.out);
		show(report, given.page === null ? paths : [...paths, writePage(report, given.page)]);
		return exitCodeOf(report);
	} finally {
		await receiver?.close();
	}
}

const SOON_MS = 2_000;

main()
	.catch((error: unknown) => {
		const told = isInterruption(error) ? 'Interrupted.' : error instanceof Error ? error.message : String(error);
		const help = error instanceof UsageError ? '\n\nnpm run verify -- --help shows the options.' : '';
		process.stderr.write(`${told}${help}\n`);
		return EXIT.noRun;
	})
	.then((code) => {
		process.exitCode = code;
		// A connection that a dead service holds open must not keep the process.
		setTimeout(() => process.exit(code), SOON_MS).unref();
	});
