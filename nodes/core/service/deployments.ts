import type { MoneyKind } from '../domain/money';
import type { DeploymentKind } from '../domain/payees/chainAddress';
import { fail, ok, type Result } from '../domain/result';

/** Where requests go, and which rules of staging and live hold there. */
export interface Deployment {
	readonly kind: DeploymentKind;
	/** Without a trailing slash, path prefix included. */
	readonly baseUrl: string;
	readonly money: MoneyKind;
}

/** Base URLs of the two deployments; docs/reference/interface.md#hosts. */
export const BASE_URLS = {
	staging: 'https://staging.api.mavapay.co/api/v1',
	live: 'https://api.mavapay.co/api/v1',
} as const;

/** A normalised address's money: real everywhere but on staging and this machine, as a custom one may lead to live. */
function moneyAt(baseUrl: string): MoneyKind {
	if (baseUrl === BASE_URLS.staging) return 'staging';
	if (baseUrl === BASE_URLS.live) return 'real';
	return LOOPBACK.test(new URL(baseUrl).hostname) ? `local ${baseUrl}` : 'real';
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Custom base URLs need a path prefix and, unless the host is loopback, https: the key would be readable. */
export function readDeployment(credential: Readonly<Record<string, unknown>>): Result<Deployment> {
	const kind = credential.deployment;
	if (kind === 'staging' || kind === 'live') return ok(deploymentAt(kind, BASE_URLS[kind]));
	if (kind !== 'custom') return fail("The credential's 'Deployment' must be Staging, Live or Custom.");
	const given = typeof credential.baseUrl === 'string' ? credential.baseUrl.trim() : '';
	const baseUrl = given.replace(/\/+$/, '');
	if (!URL.canParse(baseUrl)) return refuseUrl("isn't a full URL. Write it as https://host/api/v1");
	const url = new URL(baseUrl);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuseUrl('must start with https://');
	if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
		return refuseUrl('uses http, which is only possible for localhost. Use https, or the key could be read in transit');
	}
	if (url.username !== '' || url.password !== '') return refuseUrl("can't contain a user name or password");
	if (url.search !== '' || url.hash !== '') return refuseUrl("can't contain a query or a fragment");
	if (url.pathname === '/' || url.pathname === '') {
		return refuseUrl("has no path. It must end in the prefix of Mavapay's API, such as /api/v1");
	}
	// Of an address of this machine the record keeps the text, so two spellings of one must be one text.
	return ok(deploymentAt(kind, `${url.origin.replace(/\.(?=:\d+$|$)/, '')}${plainPath(url.pathname)}`));
}

function deploymentAt(kind: DeploymentKind, baseUrl: string): Deployment {
	return { kind, baseUrl, money: moneyAt(baseUrl) };
}

/** A path in its one form: no empty parts, and no letter written by its code (RFC 3986, section 6.2.2.2). */
function plainPath(path: string): string {
	const decoded = path.replace(/%(2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi, (code) => decodeURIComponent(code));
	return decoded.replace(/\/{2,}/g, '/').replace(/\/$/, '');
}

function refuseUrl(reason: string): Result<never> {
	return fail(`The credential's 'Base URL' ${reason}.`);
}

/**
 * The header that carries a credential: X-API-KEY, or Authorization with a bearer token
 * (docs/reference/interface.md#hosts). None where the credential is empty: bank list and ticker work without.
 * Characters that HTTP headers can't hold are refused, since n8n would drop them without a word.
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
 * The mark of a request of this package: a symbol, which no parameter, workflow or model can write, of the process's
 * registry, since the credential and what runs are two files, and n8n may load one anew.
 */
const OWN_REQUEST = Symbol.for('n8n-nodes-mavapay.ownRequest');

/** Marks a request as one of this package. n8n hands the object itself, or a shallow copy, to the credential. */
export function asOwn<T extends object>(request: T): T {
	return Object.assign(request, { [OWN_REQUEST]: true });
}

/** Whether a request is one that this package sends. */
export const isOwn = (request: object): boolean => Object.hasOwn(request, OWN_REQUEST);

/** The refusal of any other request with the credential, and the way to send it without. */
export const ONLY_OWN =
	"This credential signs only what the Mavapay nodes send. For requests of your own, create a 'Header Auth' credential with the name X-API-KEY and a READ key of Mavapay as its value.";
