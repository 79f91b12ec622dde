import type { Result } from '../domain/result';

interface AuthenticationFields {
	authentication?: unknown;
	apiKey?: unknown;
	accessToken?: unknown;
}

/**
 * The header a credential is sent in: X-API-KEY, or Authorization with a bearer token (interface
 * document, section 5). None where the credential is empty: bank list and ticker work without.
 * Refused are characters that HTTP headers cannot hold, since n8n would drop them without a word.
 */
export function authenticationHeaders(fields: AuthenticationFields): Result<Record<string, string>> {
	const bearer = fields.authentication === 'bearerToken';
	const given = bearer ? fields.accessToken : fields.apiKey;
	const value = typeof given === 'string' ? given.trim() : '';
	if (value === '') return { ok: true, value: {} };
	if (!/^[\x21-\x7e]+$/.test(value)) {
		const label = bearer ? 'Access Token' : 'API Key';
		return { ok: false, reason: `The credential's '${label}' contains a blank or another character that keys don't have. Copy it again.` };
	}
	return { ok: true, value: bearer ? { Authorization: `Bearer ${value}` } : { 'X-API-KEY': value } };
}
