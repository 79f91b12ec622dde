/**
 * The mark of a request that this package sends. It is a symbol, so no parameter, workflow or model can write it, and one
 * of the registry that all code in a process shares: the credential and what runs are two files, of which n8n may load
 * one anew.
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
