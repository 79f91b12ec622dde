import { type ICredentialDataDecryptedObject, type IExecuteFunctions, sleep } from 'n8n-workflow';
import { digestOf } from '../domain/json';
import { NOT_KNOWN } from '../payees/account';
import { readKeyRules } from '../payees/keyRules';
import { isExpression } from '../operation/field';
import { authenticationHeaders, readDeployment } from '../service/deployments';
import { errorText, refuse } from '../service/failure';
import { type Clock, createService, type KeptResponses } from '../service/service';
import { askOnce } from '../service/account';
import { cancelSignalOf, n8nTransport, storedCredential, writtenParameters, type N8nContext } from './adapter';

/** A checked credential, and the service that uses it. */
export type Connection = Readonly<Awaited<ReturnType<typeof connect>>>;

/** Responses that this process keeps for later executions, such as bank lists. */
export const keptResponses: KeptResponses = new Map();

/** Known accounts, by a digest of base URL and API key, so that a new key in the same credential gets a new entry. */
export const knownAccounts = new Map<string, Promise<string>>();

const SECRET_FIELDS = ['apiKey', 'accessToken', 'webhookSigningSecret', 'previousWebhookSigningSecret'];

const badCredential = (why: string) =>
	refuse("The Mavapay credential can't be used", why, { cause: 'invalidCredential' });

/** Replaces the credential for price operations, which have no credential field: live lists prices without a key. */
export const PUBLIC: ICredentialDataDecryptedObject = { deployment: 'live' };

/** Opens the connection of a node's credential. Throws ItemStopped if the credential can't be used. */
export async function connect(context: N8nContext) {
	const isPublic = writtenParameters(context).resource === 'price';
	const read = isPublic ? Promise.resolve(PUBLIC) : context.getCredentials('mavapayApi');
	const credential = await read.catch((error: unknown) => {
		throw badCredential(`n8n can't read it: ${errorText(error).replace(/\.$/, '')}. Nothing was sent this time.`);
	});
	const deployment = readDeployment(credential);
	if (!deployment.ok) throw badCredential(deployment.reason);
	const headers = authenticationHeaders(credential);
	if (!headers.ok) throw badCredential(headers.reason);
	const transport = n8nTransport(context, deployment.value, credential);
	const { baseUrl } = deployment.value;
	const service = createService(transport, n8nClock(cancelSignalOf(context)), { responses: keptResponses, baseUrl });
	return {
		deployment: deployment.value,
		service,
		/** Asks for the API key's account, once. Throws ItemStopped if Mavapay gives no usable response. */
		account: askOnce(knownAccounts, digestOf([baseUrl, headers.value], 'hex'), service),
		credential,
		keyRules: readKeyRules(credential),
		/** Texts that must not appear in any message, not even in Mavapay's. */
		secrets: secretsOf(credential),
	};
}

/** The connection of an operation that doesn't use Mavapay: it reads no credential, and every request fails. */
export function withoutCredential(context: N8nContext): Connection {
	const transport = async () =>
		await Promise.resolve({ kind: 'refusedLocally', message: 'It has no credential' } as const);
	return {
		deployment: { kind: 'custom', baseUrl: '', money: 'real' },
		service: createService(transport, n8nClock(cancelSignalOf(context))),
		account: async () => await Promise.resolve(NOT_KNOWN),
		credential: {},
		secrets: [],
		keyRules: readKeyRules({}),
	};
}

/**
 * Opens one connection for all items of a run, with the rules of its key. With several items, a credential is refused
 * if its expressions could give items different accounts, or if its stored form can't be read.
 */
export async function connectAll(context: IExecuteFunctions): Promise<Connection> {
	const connection = await connect(context);
	const stored = connection.credential === PUBLIC ? PUBLIC : await storedCredential(context);
	const expressions = Object.entries(stored ?? {}).filter(([, value]) => isExpression(value));
	const maySeeItems = stored === null || expressions.some(([, value]) => SEES_MORE.test(String(value)));
	if (maySeeItems && context.getInputData().length > 1)
		throw badCredential(
			'An expression in it may depend on the item, but all items share one credential. Use only $secrets and $vars in it, or run the items in a loop.',
		);
	// A key rule can't be an expression: if its value were empty, the rule would be off. `readKeyRules` gets the text of
	// the expression instead of its value, and refuses it.
	return { ...connection, keyRules: readKeyRules({ ...connection.credential, ...Object.fromEntries(expressions) }) };
}

/** Matches the `$` of any name in an expression except `$secrets` and `$vars`. */
const SEES_MORE = /\$(?!(?:secrets|vars)\b)/;

export function secretsOf(credential: ICredentialDataDecryptedObject): string[] {
	const values = SECRET_FIELDS.map((name) => credential[name]);
	return values.filter((value) => typeof value === 'string').map((value) => value.trim());
}

const SLEEP_SLICE_MS = 200;

/** The longest wait that nobody can cancel, such as while a field's list loads. */
const UNCANCELLED_WAIT_MS = 30_000;

/** The real clock. Waits are split up, so that a cancelled run ends. They don't depend on clock adjustments. */
function n8nClock(cancelSignal: AbortSignal | null): Clock {
	const cancelled = () => cancelSignal?.aborted === true;
	return {
		now: () => Date.now(),
		random: () => Math.random(),
		cancelled,
		...(cancelSignal === null ? { longestWaitMs: UNCANCELLED_WAIT_MS } : {}),
		async sleep(milliseconds) {
			const end = performance.now() + milliseconds;
			for (let left = milliseconds; left > 0 && !cancelled(); left = end - performance.now()) {
				await sleep(Math.min(left, SLEEP_SLICE_MS));
			}
		},
	};
}
