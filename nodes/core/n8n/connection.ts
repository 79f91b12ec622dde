import { type ICredentialDataDecryptedObject, type IExecuteFunctions, sleep } from 'n8n-workflow';
import { isExpression } from '../operation/parameters';
import { authenticationHeaders, readDeployment } from '../service/deployments';
import { errorText, refuse } from '../service/failure';
import { createService, type Clock, type KeptResponses } from '../service/service';
import { cancelSignalOf, n8nTransport, storedCredential, type N8nContext } from './adapter';

/** A credential that was checked, and the sender that uses it. */
export type Connection = Readonly<Awaited<ReturnType<typeof connect>>>;

/** Responses that this process keeps for later executions, such as bank lists. */
export const keptResponses: KeptResponses = new Map();

const SECRET_FIELDS = ['apiKey', 'accessToken', 'webhookSigningSecret', 'previousWebhookSigningSecret'];

const badCredential = (why: string) =>
	refuse("The Mavapay credential can't be used", why, { cause: 'invalidCredential' });

/** Opens the connection of a node's credential. Throws ItemStopped when the credential cannot be used. */
export async function connect(context: N8nContext) {
	const credential = await context.getCredentials('mavapayApi').catch((error: unknown) => {
		throw badCredential(`n8n can't read it: ${errorText(error).replace(/\.$/, '')}. Nothing was sent now.`);
	});
	const deployment = readDeployment(credential);
	if (!deployment.ok) throw badCredential(deployment.reason);
	const headers = authenticationHeaders(credential);
	if (!headers.ok) throw badCredential(headers.reason);
	const transport = n8nTransport(context, deployment.value, credential);
	return {
		deployment: deployment.value,
		service: createService(transport, n8nClock(cancelSignalOf(context)), {
			responses: keptResponses,
			baseUrl: deployment.value.baseUrl,
		}),
		credential,
		/** Texts that may appear in no message, whoever wrote it. */
		secrets: secretsOf(credential),
	};
}

/**
 * Opens one connection for all items of a run. An expression in the credential may give each item another account,
 * which is refused: one that looks at the item gives another value, or fails, where there is no item.
 *
 * @param each also compares the credential of every item, if an expression in it can see items. For whatever pays or
 * changes something: such an expression may give the first item's account where there is no item
 */
export async function connectAll(context: IExecuteFunctions, each: boolean): Promise<Connection> {
	const connection = await connect(context);
	const { length } = context.getInputData();
	if (length < 2) return connection;
	const first = JSON.stringify(connection.credential);
	for (let index = each && (await maySeeItems(context)) ? 1 : length; index <= length; index++) {
		const other = await context.getCredentials('mavapayApi', index).catch(() => null);
		if (JSON.stringify(other) === first) continue;
		throw badCredential(
			'An expression in it depends on the item, and all items share it. Run them one by one, in a loop.',
		);
	}
	return connection;
}

/** A name that n8n gives to expressions, but for the secrets and variables of the instance. */
const SEES_MORE = /\$(?!(?:secrets|vars)\b)/;

/**
 * Whether an expression in the credential may see the item. n8n decrypts the credential anew each time that it is asked
 * for, so it is compared for every item only then.
 */
async function maySeeItems(context: IExecuteFunctions): Promise<boolean> {
	const stored = await storedCredential(context);
	return stored === null || Object.values(stored).some((value) => isExpression(value) && SEES_MORE.test(String(value)));
}

export function secretsOf(credential: ICredentialDataDecryptedObject): string[] {
	const values = SECRET_FIELDS.map((name) => credential[name]);
	return values.filter((value) => typeof value === 'string').map((value) => value.trim());
}

const SLEEP_SLICE_MS = 200;

/**
 * The real clock. Waiting is sliced, so that a cancelled execution ends at once, and measured by the
 * time that passes, since the time of day may be set back.
 */
function n8nClock(cancelSignal: AbortSignal | null): Clock {
	const cancelled = () => cancelSignal?.aborted === true;
	return {
		now: () => Date.now(),
		random: () => Math.random(),
		cancelled,
		async sleep(milliseconds) {
			const end = performance.now() + milliseconds;
			for (let left = milliseconds; left > 0 && !cancelled(); left = end - performance.now()) {
				await sleep(Math.min(left, SLEEP_SLICE_MS));
			}
		},
	};
}
