/**
 * The package at work: a real n8n pays the suppliers of examples/payouts.csv through this package and has a payment
 * link paid, against the sandbox.
 *
 *   npm start              stays up afterwards, with the editor to look around in, until Ctrl-C
 *   npm start -- --once    ends after the table; the exit code says whether all was as it should be
 *
 * Installs what is missing. After that, nothing is sent to another machine.
 */
import { judgeEvents, listenForEvents, receivedEvents } from './demo/events.mjs';
import { startInstance } from './demo/instance.mjs';
import { judgeLedger, judgeOutcomes } from './demo/judge.mjs';
import { judgeLink, runLink } from './demo/link.mjs';
import { servePage } from './demo/page.mjs';
import { runPayouts } from './demo/payouts.mjs';
import { payoutReport } from './demo/report.mjs';
import { buildAndPack } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { onInterrupt } from './lib/processes.mjs';
import { step } from './lib/progress.mjs';
import { temporaryFolder } from './lib/temporary.mjs';
import { ensureHarness } from './n8n/install.mjs';

const sandboxPort = 4010;
const n8nPort = 5678;
const pagePort = 4020;

/** @typedef {import('./demo/instance.mjs').Instance} Instance */

const say = (/** @type {string} */ line) => console.log(line);

/** @param {string[]} given */
function readOptions(given) {
	const unknown = given.filter((one) => one !== '--once');
	if (unknown.length > 0) throw new Error(`Unknown option ${unknown.join(' ')}: the only option is --once.`);
	return { once: given.includes('--once') };
}

/** @param {Instance} instance @returns {Promise<boolean>} whether all was as it should be */
async function payAndJudge(instance) {
	await step(say, 'Activating the workflow that receives payment events', () => listenForEvents(instance));
	const run = await step(say, 'Paying the suppliers of examples/payouts.csv', () => runPayouts(instance));
	const link = await step(say, 'Having a payment link paid', () => runLink(instance));
	const received = await step(say, 'Waiting for the payment events', () => receivedEvents(instance));
	say(`\n${payoutReport(run, { width: process.stdout.columns })}\n`);
	const disagreements = judgeLedger(run);
	const surprises = judgeOutcomes(run);
	const lost = [...judgeEvents(received, link.ledger), ...judgeLink(link, received)];
	for (const problem of [...disagreements, ...surprises, ...lost]) say(`WRONG: ${problem}`);
	say(
		disagreements.length === 0
			? "The sandbox's ledger agrees with every row, to the kobo."
			: "The sandbox's ledger disagrees.",
	);
	say(surprises.length === 0 ? 'Every row ended as it should.' : 'Some rows did not end as they should.');
	say(
		lost.length === 0
			? 'Every payment, and the payment link, has all its events, each exactly once.'
			: 'Some events are missing, or came more than once.',
	);
	return disagreements.length + surprises.length + lost.length === 0;
}

/** The next steps, best first. @param {Instance} instance @param {string} page its address */
function showAround({ n8n, sandbox, owner, ofForms, workflows }, page) {
	const pays = workflows['scheduled-payouts'];
	say(`
All of it stays up until you press Ctrl-C. This page shows what became of the list, with a button for each of these:

  ${page}

  1. Pay the list again: nobody is paid twice.
  2. Lose the next answer and pay: the node says what may have been paid. Then pay the list again.
  3. Send one back: the bank returns a payment that had arrived.

The same list in n8n, with the other examples: sign in as ${owner.email}, password ${owner.password}, and run "${pays?.name}".
Its form asks for a user and a password: ${ofForms.user}, ${ofForms.password}

  ${n8n.url}/workflow/${pays?.id}

Build your own: add "Mavapay" to an empty workflow. The credential is there.

  ${n8n.url}/workflow/new

What the sandbox did: ${sandbox.controlUrl}/state`);
}

/** @type {Promise<Instance> | undefined} */
let starting;
const isInterrupted = onInterrupt(async () => {
	// An instance that has not come up cleans up after itself.
	const instance = await starting?.catch(() => undefined);
	await instance?.dispose();
});

async function main() {
	const { once } = readOptions(process.argv.slice(2));
	await ensureInstalled(say);
	const { version } = await ensureHarness(say);
	const { file } = await step(say, 'Building the package', () =>
		buildAndPack(temporaryFolder('mavapay-package-'), say),
	);
	const instance = await step(say, `Starting the sandbox and n8n ${version}, with the package installed`, () => {
		starting = startInstance({ tarball: file }, { n8nPort, sandboxPort });
		return starting;
	});
	try {
		process.exitCode = (await payAndJudge(instance)) ? 0 : 1;
		if (once) return;
		showAround(instance, await servePage(instance, pagePort));
		await instance.n8n.exited;
		throw new Error(`n8n ended by itself.\n${instance.n8n.logs().split('\n').slice(-20).join('\n')}`);
	} finally {
		await instance.dispose();
	}
}

await main().catch((error) => {
	if (isInterrupted()) return;
	console.error(`\n${error instanceof Error ? error.message : error}`);
	process.exitCode = 1;
});
