import { parseArgs } from 'node:util';
import { startSandbox } from './index';
import { HARD } from './quirks';

const DEFAULT_PORT = 4010;

const USAGE = `Usage: sandbox [--port N] [--seed S] [--real]

  --port N   port on 127.0.0.1 (default ${DEFAULT_PORT}; 0 takes a free one)
  --seed S   what keys, ids and addresses are derived from (default "sandbox")
  --real     as hard as the world: answers take 0.2 to 2 s, look-ups and lists lag by up to 5 s, more than 8 calls a
             second get a 429, payouts settle after minutes, payees and least amounts are checked
`;

/** Starts the sandbox on the machine's clock and keeps it until the process is told to end. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: String(DEFAULT_PORT) },
			seed: { type: 'string', default: 'sandbox' },
			real: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(USAGE);
		return;
	}
	if (!/^\d{1,5}$/.test(values.port)) throw new Error(`'--port' must be a number, not ${values.port}`);
	const sandbox = await startSandbox({
		port: Number(values.port),
		seed: values.seed,
		now: 'real',
		quirks: values.real ? HARD : {},
	});
	const { url, controlUrl, keys } = sandbox;
	process.stdout.write(
		[
			'Sandbox of the payments service. No real money, nothing leaves this machine.',
			'',
			`  Base URL    ${url}`,
			`  WRITE key   ${keys.write}`,
			`  READ key    ${keys.read}`,
			`  Bearer      ${keys.bearer}   (counts as real money)`,
			'',
			`  curl -H 'X-API-KEY: ${keys.write}' ${url}/wallet`,
			`  curl ${controlUrl}                 what can be controlled`,
			`  curl ${controlUrl}/ledger?kind=payout   what was paid`,
			`  curl -X POST ${controlUrl}/faults -d '{"match":{"path":"/withdraw"},"fault":{"kind":"dropAfter"}}'`,
			'',
			'Ctrl-C ends it.',
			'',
		].join('\n'),
	);
	const end = () => {
		void sandbox.close();
	};
	process.once('SIGINT', end);
	process.once('SIGTERM', end);
}

main().catch((error: unknown) => {
	const message = error instanceof Error ? error.message : String(error);
	process.stderr.write(`The sandbox could not start: ${message}\n`);
	process.exitCode = 1;
});
