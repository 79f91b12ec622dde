import { parseArgs } from 'node:util';
import { isNativeError } from 'node:util/types';

import { BASE_URLS, readDeployment } from '../nodes/core/service/deployments';
import type { MoneyKind } from '../nodes/core/domain/money';
import type { Credential, Told } from './account';
import type { Level } from './claim';

export const USAGE = `Usage: npm run verify -- [--base-url URL] [--read | --write | --pay] ...

Checks each claim of docs/reference/interface.md against a real account, and writes a report that you can attach to an
issue. The report shows the form of answers, and nothing of the account.

The API key comes from the environment variable MAVAPAY_API_KEY (or a bearer token from MAVAPAY_ACCESS_TOKEN); without
one, the command asks for it. MAVAPAY_OTHER_API_KEY can hold a key of the account's other role, READ or WRITE, to read
the wallets with.

  --base-url URL       default ${BASE_URLS.staging}
  --read               reads only (default)
  --write              also makes quotes, a payment link and a deposit address, and lists first what stays in the account;
                       only on staging, or with a key of the sandbox
  --pay                also makes small payments, and lists them before it asks you; only where --write works
  --yes                writes and pays without asking; skips a payment that would cost more than listed
  --fresh              makes a new link and address even if an earlier run left some
  --account BANK:NUMBER  an account whose holder may be looked up, such as 000013:0149200000
  --lightning ADDRESS  a Lightning address to name in the payment link (nothing is paid to it)
  --webhook-url URL    a public address that leads to this command. It is registered during the run, then the account's
                       own webhook is put back; this needs --write, and a webhook whose secret Mavapay shows
  --webhook-port N     the port where this command listens for it (default 4020)
  --out FOLDER         the folder for the report (default reports/verify)
  --page FILE          also writes a page for a pull request, with each claim as shown, refuted or not seen

Exit code: 0 no difference matters, and enough was seen; 1 a difference breaks a feature; 2 the run could not start, or
ended early; 3 no difference matters, but too little was seen; 4 a difference concerns money: do not pay.
`;

export interface Arguments {
	readonly baseUrl: URL;
	readonly level: Level;
	readonly yes: boolean;
	readonly told: Pick<Told, 'bankAccount' | 'lightningAddress' | 'fresh'>;
	readonly webhook: { readonly url: string; readonly port: number } | null;
	readonly out: string;
	/** Path of the page for a pull request; null for no page. */
	readonly page: string | null;
}

/** A mistake in what a person typed. */
export class UsageError extends Error {}

/** Reads the command line; null asks for help. Throws UsageError. */
export function readArguments(args: readonly string[]): Arguments | null {
	const values = parsedArguments(args);
	if (values.help) return null;
	const baseUrl = baseUrlOf(values['base-url']);
	const level: Level = values.pay ? 'pay' : values.write ? 'write' : 'read';
	const port = Number(values['webhook-port']);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new UsageError("'--webhook-port' must be a port.");
	const url = values['webhook-url'];
	if (url !== undefined && !URL.canParse(url)) throw new UsageError("'--webhook-url' must be a full URL.");
	if (url !== undefined && level === 'read')
		throw new UsageError("'--webhook-url' registers a webhook, so it needs --write.");
	return {
		baseUrl,
		level,
		yes: values.yes,
		told: {
			bankAccount: bankAccountOf(values.account),
			lightningAddress: values.lightning,
			fresh: values.fresh,
		},
		webhook: url === undefined ? null : { url, port },
		out: values.out,
		page: values.page ?? null,
	};
}

function parsedArguments(args: readonly string[]) {
	const options = {
		'base-url': { type: 'string', default: BASE_URLS.staging },
		read: { type: 'boolean', default: false },
		write: { type: 'boolean', default: false },
		pay: { type: 'boolean', default: false },
		yes: { type: 'boolean', default: false },
		fresh: { type: 'boolean', default: false },
		lightning: { type: 'string', default: 'verify@example.com' },
		account: { type: 'string' },
		'webhook-url': { type: 'string' },
		'webhook-port': { type: 'string', default: '4020' },
		out: { type: 'string', default: 'reports/verify' },
		page: { type: 'string' },
		help: { type: 'boolean', default: false },
	} as const;
	try {
		return parseArgs({ args: [...args], options, strict: true }).values;
	} catch (error) {
		// Only the option's name is repeated, because its value may be a key.
		const said = isNativeError(error) ? /^Unknown option '(--?[a-z-]+)/.exec(error.message)?.[1] : undefined;
		throw new UsageError(said === undefined ? 'An argument is not understood.' : `There is no option ${said}.`);
	}
}

function baseUrlOf(given: string): URL {
	const deployment = readDeployment({ deployment: 'custom', baseUrl: given });
	if (!deployment.ok) throw new UsageError(deployment.reason.replace("The credential's 'Base URL'", "'--base-url'"));
	return new URL(deployment.value.baseUrl);
}

/** The kind of money that a key moves at an address, as the node sees it. Throws UsageError if the two don't match. */
export function moneyOf(baseUrl: URL, { kind, value }: Credential): MoneyKind {
	const deployment = readDeployment({
		deployment: baseUrl.href === BASE_URLS.staging ? 'staging' : 'custom',
		baseUrl: baseUrl.href,
		authentication: kind,
		...{ apiKey: value, accessToken: value },
	});
	if (!deployment.ok) throw new UsageError(deployment.reason);
	return deployment.value.money;
}

/** Throws UsageError if a run that writes or pays would move real money. */
export function assertMayWrite({ level, baseUrl }: Pick<Arguments, 'level' | 'baseUrl'>, credential: Credential): void {
	if (moneyOf(baseUrl, credential) === 'real' && level !== 'read')
		throw new UsageError(
			`--${level} is only possible on staging and with a key of the sandbox: with this key, ${baseUrl.host} may move real money.`,
		);
}

function bankAccountOf(given: string | undefined): Told['bankAccount'] {
	if (given === undefined) return null;
	const [, bankCode, accountNumber] = /^(\d{6}):(\d{10})$/.exec(given.trim()) ?? [];
	if (bankCode === undefined || accountNumber === undefined)
		throw new UsageError("'--account' must be a bank's NIP code and an account number, such as 000013:0149200000.");
	return { bankCode, accountNumber };
}
