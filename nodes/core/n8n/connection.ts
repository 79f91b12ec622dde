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

/** A credential that was checked, and the sender that uses it. */
export type Connection = Readonly<Awaited<ReturnType<typeof connect>>>;

/** Responses that this process keeps for later executions, such as bank lists. */
export const keptResponses: KeptResponses = new Map();

/** Known accounts, by a digest of address and key: a replaced key is another, though the credential is the same. */
export const knownAccounts = new Map<string, Promise<string>>();

const SECRET_FIELDS = ['apiKey', 'accessToken', 'webhookSigningSecret', 'previousWebhookSigningSecret'];

const badCredential = (why: string) =>
	refuse("The Mavapay credential can't be used", why, { cause: 'invalidCredential' });

/** Stands in for the credential of a price, which n8n hides: live's public list, without a key. */
export const PUBLIC: ICredentialDataDecryptedObject = { deployment: 'live' };

/** Opens the connection of a node's credential. Throws ItemStopped when the credential cannot be used. */
export async function connect(context: N8nContext) {
	const isPublic = writtenParameters(context).resource === 'price';
	const read = isPublic ? Promise.resolve(PUBLIC) : context.getCredentials('mavapayApi');
	const credential = await read.catch((error: unknown) => {
		throw badCredential(`n8n can't read it: ${errorText(error).replace(/\.$/, '')}. Nothing was sent now.`);
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
		/** The account of the key, asked for once. Throws ItemStopped where Mavapay gives no good response. */
		account: askOnce(knownAccounts, digestOf([baseUrl, headers.value], 'hex'), service),
		credential,
		keyRules: readKeyRules(credential),
		/** Texts that may not appear in any message, not even in Mavapay's. */
		secrets: secretsOf(credential),
	};
}

/** For an operation that asks Mavapay nothing: it reads no credential, and every request fails. */
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
 * Opens one connection for all items of a run, with the rules of its key. Where there are several items, a credential
 * whose expressions may give each another account is refused, and so is one that can't be seen as it is stored.
 */
export async function connectAll(context: IExecuteFunctions): Promise<Connection> {
	const connection = await connect(context);
	const stored = connection.credential === PUBLIC ? PUBLIC : await storedCredential(context);
	const expressions = Object.entries(stored ?? {}).filter(([, value]) => isExpression(value));
	const maySeeItems = stored === null || expressions.some(([, value]) => SEES_MORE.test(String(value)));
	if (maySeeItems && context.getInputData().length > 1)
		throw badCredential(
			'An expression in it may depend on the item, and all items share it. Use $secrets and $vars alone there, or run the items one by one, in a loop.',
		);
	// A rule stays the expression that it was stored as, and can't be read: one that gives nothing would be off.
	return { ...connection, keyRules: readKeyRules({ ...connection.credential, ...Object.fromEntries(expressions) }) };
}

/** A name that n8n gives to expressions, but for the secrets and variables of the instance. */
const SEES_MORE = /\$(?!(?:secrets|vars)\b)/;

export function secretsOf(credential: ICredentialDataDecryptedObject): string[] {
	const values = SECRET_FIELDS.map((name) => credential[name]);
	return values.filter((value) => typeof value === 'string').map((value) => value.trim());
}

const SLEEP_SLICE_MS = 200;

/** The longest wait of what nobody can cancel, such as the list of a field. */
const UNCANCELLED_WAIT_MS = 30_000;

/** The real clock. Waiting is sliced, so that a cancelled run ends, and measured by time passed: clocks are set. */
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
