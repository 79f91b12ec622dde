import type { MoneyKind } from '../domain/money';
import type { DeploymentKind } from '../payees/chainAddress';
import { fail, ok, type Result } from '../domain/result';

/** Where requests go, whether rules of staging or live apply, and the kind of money that moves. */
export interface Deployment {
	readonly kind: DeploymentKind;
	/** The URL with its path prefix, without a trailing slash. */
	readonly baseUrl: string;
	readonly money: MoneyKind;
}

/** Base URLs of the two deployments; docs/reference/interface.md#hosts. */
export const BASE_URLS = {
	staging: 'https://staging.api.mavapay.co/api/v1',
	live: 'https://api.mavapay.co/api/v1',
} as const;

/**
 * Reads the deployment of a credential. At a custom address, money counts as real unless the API key is the sandbox's:
 * any address, even on this machine, may be a gateway to live. See docs/reference/credentials.md#the-kind-of-money.
 */
export function readDeployment(credential: Readonly<Record<string, unknown>>): Result<Deployment> {
	const { deployment: kind } = credential;
	if (kind !== 'staging' && kind !== 'live' && kind !== 'custom')
		return fail("The credential's 'Deployment' must be Staging, Live or Custom.");
	const address = kind === 'custom' ? customAddress(credential.baseUrl) : ok(BASE_URLS[kind]);
	if (!address.ok) return address;
	const baseUrl = address.value;
	const headers = authenticationHeaders(credential);
	if (headers.ok && headers.value['X-API-KEY']?.startsWith('sandbox_') === true)
		return isMavapays(baseUrl) ? fail(SANDBOX_KEY) : ok({ kind, baseUrl, money: 'sandbox' });
	return ok({ kind, baseUrl, money: kind === 'staging' ? 'staging' : 'real' });
}

/** Whether an address is Mavapay's own. Its host can end with a dot. */
const isMavapays = (baseUrl: string) =>
	Object.values(BASE_URLS).some((own) => new URL(own).hostname === new URL(baseUrl).hostname.replace(/\.$/, ''));

const SANDBOX_KEY =
	"The credential's 'API Key' begins with sandbox_: it is a sandbox key, and Mavapay doesn't accept it. Enter a key from Mavapay, or set 'Deployment' to Custom and 'Base URL' to the sandbox's address.";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Checks a custom base URL. It needs a path prefix, and https to protect the key; loopback hosts may use http. */
function customAddress(given: unknown): Result<string> {
	const text = typeof given === 'string' ? given.trim() : '';
	const url = URL.canParse(text) ? new URL(text) : null;
	const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
	const path = url?.pathname.replace(/\/+$/, '') ?? '';
	if (url === null || !isSafe || path === '' || `${url.username}${url.password}${url.search}${url.hash}` !== '')
		return fail(BAD_URL);
	return ok(`${url.origin}${path}`);
}

const BAD_URL =
	"The credential's 'Base URL' must be a full URL with the API's path, such as https://host/api/v1, without a user name, password, query or fragment. Use http:// only for an address on n8n's own machine.";

/**
 * The header that carries a credential: X-API-KEY, or Authorization with a bearer token
 * (docs/reference/interface.md#hosts). Empty for an empty credential, which is enough for the bank list and ticker.
 * Characters that HTTP headers can't contain are refused, since n8n would silently drop them.
 */
export function authenticationHeaders(fields: Readonly<Record<string, unknown>>): Result<Record<string, string>> {
	const bearer = fields.authentication === 'bearerToken';
	const given = bearer ? fields.accessToken : fields.apiKey;
	const value = typeof given === 'string' ? given.trim() : '';
	if (value === '') return ok({});
	if (!/^[\x21-\x7e]+$/.test(value)) {
		const label = bearer ? 'Access Token' : 'API Key';
		return fail(
			`The credential's '${label}' contains a space or another character that isn't allowed in a key. Copy it again.`,
		);
	}
	return ok(bearer ? { Authorization: `Bearer ${value}` } : { 'X-API-KEY': value });
}

/**
 * Marks requests of this package: a symbol, which no parameter, workflow or model can write. It is shared by the whole
 * process, because the credential and the nodes are separate files, and n8n may load one of them again.
 */
const OWN_REQUEST = Symbol.for('n8n-nodes-mavapay.ownRequest');

/** Marks a request as this package's. n8n passes the object itself, or a shallow copy, to the credential. */
export function asOwn<T extends object>(request: T): T {
	return Object.assign(request, { [OWN_REQUEST]: true });
}

export const isOwn = (request: object): boolean => Object.hasOwn(request, OWN_REQUEST);

/** The refusal of a request that isn't from the Mavapay nodes; it says which credential to use for such requests. */
export const ONLY_OWN =
	"This credential works only for requests from the Mavapay nodes. For your own requests, create a 'Header Auth' credential with the name X-API-KEY and a READ key of Mavapay as its value.";
