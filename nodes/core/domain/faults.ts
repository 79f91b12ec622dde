/**
 * Codes with which a request ends without an HTTP answer, by what they tell about money. The codes are
 * those of Node.js (libuv, c-ares, OpenSSL) and of the HTTP client behind n8n's request helper.
 */
export type FaultCause =
	| 'dns'
	| 'refused'
	| 'unreachable'
	| 'tls'
	| 'timeout'
	| 'reset'
	| 'cancelled'
	| 'redirect'
	| 'unreadable'
	| 'otherFault';

/** OpenSSL's verdicts on a certificate and the handshake's own errors: no request was written yet. */
const TLS_CODES: ReadonlySet<string> = new Set([
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'ERR_TLS_CERT_ALTNAME_FORMAT',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
	'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
	'UNABLE_TO_GET_CRL',
	'CERT_SIGNATURE_FAILURE',
	'CERT_NOT_YET_VALID',
	'CERT_HAS_EXPIRED',
	'CERT_CHAIN_TOO_LONG',
	'CERT_REVOKED',
	'CERT_UNTRUSTED',
	'CERT_REJECTED',
	'ERROR_IN_CERT_NOT_BEFORE_FIELD',
	'ERROR_IN_CERT_NOT_AFTER_FIELD',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
	'HOSTNAME_MISMATCH',
	'ERR_SSL_WRONG_VERSION_NUMBER',
	'ERR_SSL_UNSUPPORTED_PROTOCOL',
	'ERR_SSL_NO_PROTOCOLS_AVAILABLE',
	'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
	'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
	'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
]);

/** What EPROTO says when it is the handshake that failed; other EPROTO faults can come after it. */
const HANDSHAKE_TEXT = /wrong version number|handshake failure|unsupported protocol|no protocols available|alert protocol version|unrecognized name/i;

const CAUSES: ReadonlyMap<string, FaultCause> = new Map([
	['ENOTFOUND', 'dns'],
	['EAI_AGAIN', 'dns'],
	['ECONNREFUSED', 'refused'],
	['EHOSTUNREACH', 'unreachable'],
	['ENETUNREACH', 'unreachable'],
	['ETIMEDOUT', 'timeout'],
	['ECONNABORTED', 'timeout'],
	['ESOCKETTIMEDOUT', 'timeout'],
	['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
	['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
	['UND_ERR_BODY_TIMEOUT', 'timeout'],
	['ECONNRESET', 'reset'],
	['EPIPE', 'reset'],
	['ERR_STREAM_PREMATURE_CLOSE', 'reset'],
	['UND_ERR_SOCKET', 'reset'],
	['ERR_CANCELED', 'cancelled'],
	['ABORT_ERR', 'cancelled'],
	['ERR_FR_TOO_MANY_REDIRECTS', 'redirect'],
]);

/** What a fault was, from its code; the message decides only where the code says too little. */
export function faultCause(code: string | null, message: string): FaultCause {
	if (code !== null) {
		const known = CAUSES.get(code);
		if (known !== undefined) return known;
		if (TLS_CODES.has(code)) return 'tls';
		if (code === 'EPROTO' && HANDSHAKE_TEXT.test(message)) return 'tls';
		if (code.startsWith('HPE_')) return 'unreadable';
	}
	if (/stream has been aborted|socket hang up|premature close/i.test(message)) return 'reset';
	if (/time[d]?[ -]?out/i.test(message)) return 'timeout';
	return 'otherFault';
}
