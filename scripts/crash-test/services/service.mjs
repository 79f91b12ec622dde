/**
 * A service that pays, real or simulated. It keeps its own book of payments; only that book counts.
 *
 * @typedef {object} Service
 * @property {Record<string, object>} credentials the data of n8n's credentials for the service, by type
 * @property {(name: string, toBank: boolean) => string | Promise<string>} payee the payee for a name, as the service
 *   writes payees; a name always has the same payee; only Mavapay uses `toBank`
 * @property {() => Promise<Payment[]>} paid every payment that was made, in order
 * @property {() => Promise<void>} stop
 * @property {string} [url] the service's address, for nodes that take one
 * @property {import('../../lib/sandbox.mjs').Sandbox} [sandbox]
 * @property {Record<string, Handler>} [hosts] for nodes with fixed addresses: handlers of their hosts, which a proxy
 *   leads to this machine
 *
 * @typedef {{payee: string, minor: bigint, id: string}} Payment its amount in cents, and the ID that the service gave it
 * @typedef {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<unknown>} Handler
 */
export {};
