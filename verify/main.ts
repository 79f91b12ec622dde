/** `npm run verify`: checks the interface description against a real account; `--help` lists the options. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { Account, type Credential } from './account';
import { assertMayWrite, readArguments, USAGE, UsageError, type Arguments } from './arguments';
import { borrowWebhook, putWebhookBack, type PutBack } from './borrowedWebhook';
import { costQuestion } from './cost';
import { messageOf, succeeded } from './exchange';
import { NotShown } from './finding';
import { keepLeftIn, leftBy, STAYS } from './left';
import { commitNow, writePage } from './page';
import { Receiver, REGISTRATION } from './receiver';
import { differing, EXIT, exitCodeOf, sums, verdictOf, writeReport, type Report } from './report';
import { CLAIMS, holdAgainst } from './run';
import { isInterruption } from './time';

const STATE = join('.cache', 'verify');

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Asks on the terminal. `hidden`: without showing the answer. Throws UsageError without a terminal. */
async function ask(question: string, { hidden = false } = {}): Promise<string> {
	if (process.stdin.isTTY !== true) throw new UsageError(`${question.trim()}\nThere is no terminal to answer in.`);
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
		throw new UsageError('The key contains a space, a line break or another character that no key has. Copy it again.');
	const other = env.MAVAPAY_OTHER_API_KEY?.trim() ?? '';
	return { kind, value, ...(other === '' ? {} : { other }) };
}

/** Lists what will stay in the account and what will be paid, and asks. Throws UsageError if the person doesn't agree. */
async function agree({ level, yes }: Arguments): Promise<void> {
	if (level === 'read') return;
	say(`This stays in your account:\n${STAYS.map((one) => `  - ${one}`).join('\n')}\n`);
	if (level !== 'pay') return;
	if (yes) say(costQuestion());
	else if (!(await saysYes(`${costQuestion()}\n`))) throw new UsageError('Nothing was paid.');
}

/** Throws UsageError if the account doesn't answer at all, because every claim would then seem to differ. */
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
				? 'It redirects requests, and this command follows no redirect. Check --base-url.'
				: 'Check --base-url.';
	throw new UsageError(`${host} answered ${exchange.status}${said === null ? '' : `, "${said}"`}. ${check}`);
}

/** Registers this command's address, if the account's webhook can be put back; otherwise returns a note. */
async function borrow(account: Account, { url, secret }: Receiver): Promise<string[]> {
	try {
		await account.once(REGISTRATION, async () => await borrowWebhook(account, { url, secret }, STATE));
		return [];
	} catch (error) {
		if (error instanceof NotShown) return [`No webhook was registered: ${error.seen}.`];
		// The webhook may be registered. The run goes on, so that it ends properly and puts the account's webhook back.
		if (isInterruption(error)) return [];
		throw error;
	}
}

/** Notes about what became of the borrowed webhook; results without an entry need none. */
const ENDS: Readonly<Partial<Record<PutBack, string>>> = {
	'put back': "The account's earlier webhook was put back, and read again to check.",
	'put back with another secret':
		"THE ACCOUNT'S WEBHOOK NOW HAS ANOTHER SECRET: Mavapay doesn't show the secret that is set, so yours couldn't be read. Register your webhook with its secret in Mavapay's dashboard.",
	'one that was not shown is overwritten':
		"A WEBHOOK OF THE ACCOUNT MAY BE OVERWRITTEN: Mavapay's profile shows no webhook, not even the one that this command registered, so an earlier one couldn't be read or put back. If you had one, register it in Mavapay's dashboard.",
	'own address stays':
		"The account had no webhook before. This command's address stays registered, because no call removes a webhook. Register your own in its place.",
};

/** Puts the webhook back; returns a note about it and never throws. */
async function putBack(account: Account): Promise<string[]> {
	try {
		const note = ENDS[await putWebhookBack(account, STATE)];
		return note === undefined ? [] : [note];
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		return error instanceof NotShown
			? [
					`The account had no webhook before. This command's address may stay registered, because ${why}. Check Mavapay's dashboard, or run the command again with this key.`,
				]
			: [
					`THE ACCOUNT'S EARLIER WEBHOOK WAS NOT PUT BACK: ${why}. A sealed copy is in ${STATE}. Run the command again with this key, or register your webhook in Mavapay's dashboard.`,
				];
	}
}

interface Run {
	readonly given: Arguments;
	readonly account: Account;
	/** A second Account for the work after the run, because an interrupted Account sends nothing more. */
	readonly afterwards: Account;
	readonly receiver: Receiver | null;
}

/** Borrows the webhook for some work, always puts it back, and adds notes about it. */
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

/** Checks the account against the claims. However the run ends, it returns a report and puts the webhook back. */
async function verify({ given, account, afterwards, receiver }: Run): Promise<Report> {
	const { level } = given;
	const at = new Date().toISOString();
	const notes: string[] = [];
	await reach(account);
	keepLeftIn(account, STATE);
	if (level !== 'read') notes.push(...(await putBack(account)).map((note) => `From an earlier run: ${note}`));
	for (const note of notes) say(note);
	say(`${CLAIMS.length} claims of docs/reference/interface.md against ${account.baseUrl.host} with --${level}:\n`);
	const outcome = await withWebhook(
		{ account, afterwards, receiver },
		notes,
		async () =>
			await holdAgainst(account, level, (row, place) =>
				say(`${String(place).padStart(3)}/${CLAIMS.length}  ${row.verdict.padEnd(13)}  ${row.claim}`),
			),
	);
	const left = leftBy(account);
	if (left.length > 0) notes.push(`Left in your account: ${left.join('; ')}.`);
	for (const one of new Set(account.uncertain))
		notes.push(`${one} got no answer, so it may have paid. Check Mavapay's dashboard.`);
	const deployment = account.money === 'sandbox' ? 'the sandbox' : given.baseUrl.host;
	return { at, deployment, level, listens: receiver !== null, notes, ...outcome };
}

function show(report: Report, paths: readonly string[]): void {
	const { rows, messages, notes } = report;
	for (const { claim, seen, concerns, means } of differing(rows))
		say(
			`\nDIFFERS (${means?.weight ?? ''}): ${claim}\n  Seen: ${seen}\n  ${means?.sentence ?? ''}\n  Files that depend on it: ${concerns.join(', ')}`,
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
	const commit = given.page === null ? '' : commitNow();
	const ending = new AbortController();
	const end = () => {
		// A second signal ends the command at once; the next run then puts the webhook back.
		if (ending.signal.aborted) process.exit(EXIT.noRun);
		say('\nEnding: puts the webhook back and writes the report.');
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
		show(report, given.page === null ? paths : [...paths, writePage(report, commit, given.page)]);
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
		// An open connection to a dead service must not keep the process running.
		setTimeout(() => process.exit(code), SOON_MS).unref();
	});
