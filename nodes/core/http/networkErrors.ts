/** Messages of EPROTO errors from a failed TLS handshake. Other EPROTO errors can come after the request was sent. */
const HANDSHAKE_TEXT =
	/wrong version number|handshake failure|unsupported protocol|no protocols available|alert protocol version|unrecognized name/i;

/** The codes that name a cause: of Node.js (libuv, c-ares, OpenSSL), and of the HTTP client behind n8n's helper. */
const CAUSE_CODES = [
	['dns', 'ENOTFOUND EAI_AGAIN'],
	['connectionRefused', 'ECONNREFUSED'],
	['unreachable', 'EHOSTUNREACH ENETUNREACH'],
	['timeout', 'ETIMEDOUT ECONNABORTED ESOCKETTIMEDOUT'],
	['timeout', 'UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT'],
	['reset', 'ECONNRESET EPIPE ERR_STREAM_PREMATURE_CLOSE UND_ERR_SOCKET'],
	['cancelled', 'ERR_CANCELED ABORT_ERR'],
	['redirect', 'ERR_FR_TOO_MANY_REDIRECTS'],
	// OpenSSL's errors about a certificate, and errors of the TLS handshake: the request was not written yet.
	['tls', 'CERT_CHAIN_TOO_LONG CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REJECTED CERT_REVOKED'],
	['tls', 'CERT_SIGNATURE_FAILURE CERT_UNTRUSTED DEPTH_ZERO_SELF_SIGNED_CERT ERROR_IN_CERT_NOT_AFTER_FIELD'],
	['tls', 'ERROR_IN_CERT_NOT_BEFORE_FIELD ERR_SSL_NO_PROTOCOLS_AVAILABLE'],
	['tls', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'],
	['tls', 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME ERR_SSL_UNSUPPORTED_PROTOCOL ERR_SSL_WRONG_VERSION_NUMBER'],
	['tls', 'ERR_TLS_CERT_ALTNAME_FORMAT ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH INVALID_CA'],
	['tls', 'INVALID_PURPOSE PATH_LENGTH_EXCEEDED SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY'],
	['tls', 'UNABLE_TO_DECRYPT_CERT_SIGNATURE UNABLE_TO_GET_CRL UNABLE_TO_GET_ISSUER_CERT'],
	['tls', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
] as const;

/** Why a request got no HTTP response. */
export type NetworkCause = (typeof CAUSE_CODES)[number][0] | 'unreadable' | 'networkError';

/** The cause of a fault, from the error's code, or from its message if the code says too little. */
export function networkCause(code: string | null, message: string): NetworkCause {
	if (code !== null) {
		const known = CAUSE_CODES.find(([, codes]) => codes.split(' ').includes(code));
		if (known !== undefined) return known[0];
		if (code === 'EPROTO' && HANDSHAKE_TEXT.test(message)) return 'tls';
		if (code.startsWith('HPE_')) return 'unreadable';
	}
	if (/stream has been aborted|socket hang up|premature close/i.test(message)) return 'reset';
	if (/time[d]?[ -]?out/i.test(message)) return 'timeout';
	return 'networkError';
}

/** Codes of Node's system calls and the HTTP client. Other words can begin with E, too, as in "QUOTE EXPIRED". */
const CODE =
	/\b(?:E(?:CONN|HOST|NET|ADDR|AI_|SOCKET)[A-Z]+|E(?:NOTFOUND|TIMEDOUT|PIPE|PROTO|NOENT|ISDIR|NOTDIR|ACCES|EXIST|PERM)|ERR_[A-Z_]+|UND_ERR_[A-Z_]+)\b/gi;

/** Codes that n8n also finds inside a word (n8n-workflow, NodeError). */
const CODE_IN_WORD =
	/ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|ETIMEDOUT|ERRADDRINUSE|EADDRNOTAVAIL|EHOSTUNREACH|EAI_AGAIN|GETADDRINFO/gi;

/** Removes error codes from a text: n8n replaces a message that contains an error code with advice to retry at once. */
export function withoutErrorCodes(text: string): string {
	return text.replace(CODE, 'network error').replace(CODE_IN_WORD, 'network error');
}
