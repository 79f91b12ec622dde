/**
 * Error codes of Node, such as ECONNRESET. n8n replaces a whole message that holds one by its own
 * advice to retry at once, which is wrong for a payment.
 */
const FAULT_CODE = /\b(?:E(?:AI_)?[A-Z]{3,}|ERR_[A-Z_]+|UND_ERR_[A-Z_]+)\b/g;

/** The text with the codes taken out, so that n8n shows it as it is. */
export function withoutFaultCodes(text: string): string {
	return text.replace(FAULT_CODE, 'network fault');
}
