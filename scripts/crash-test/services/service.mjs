/**
 * A service that pays, or its stand-in. It keeps a book of its own, which alone counts.
 *
 * @typedef {object} Service
 * @property {Record<string, object>} credentials the data of n8n's credentials for it, by their type
 * @property {(name: string, toBank: boolean) => string | Promise<string>} payee a payee as the service names one, always the
 *   same for a name; `toBank` matters to Mavapay alone
 * @property {() => Promise<Payment[]>} paid every payment that was made, in order
 * @property {() => Promise<void>} stop
 * @property {string} [url] its address, where a node can be given one
 * @property {import('../../lib/sandbox.mjs').Sandbox} [sandbox]
 * @property {Record<string, Handler>} [hosts] where a node knows no other address: the hosts that are asked for, which lead
 *   here by a proxy
 *
 * @typedef {{payee: string, minor: bigint, id: string}} Payment its amount in cents, and the ID that the service gave it
 * @typedef {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<unknown>} Handler
 */
export {};
