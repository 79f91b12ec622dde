import { createHash } from 'node:crypto';
import { startSandbox } from '../../lib/sandbox.mjs';
import { account } from '../contestants/parts.mjs';
import { listen, textOf } from '../servers.mjs';

const pays = ['/withdraw', '/withdraw/stablecoin'];
/** A wallet's balance in USDT cents or kobo: enough for every payment of every contestant, twice. */
const balance = '100000000000';

/**
 * Mavapay, played by the sandbox and reached through the line.
 *
 * @param {import('../line.mjs').Line} line
 * @returns {Promise<import('./service.mjs').Service>}
 */
export async function startMavapay(line) {
	const sandbox = await startSandbox();
	await sandbox.control('POST', '/wallets', { USDT: balance, NGN: balance });
	// The longer timeout keeps events from timing out on a slow machine.
	await sandbox.control('POST', '/quirks', { deliveryTimeoutMs: 120_000 });
	const prefix = new URL(sandbox.baseUrl).pathname;
	const { url: origin, stop } = await listen(async (request, response) => {
		const text = await textOf(request);
		const pass = async () => {
			const answer = await fetch(new URL(request.url ?? '/', sandbox.baseUrl), {
				method: request.method,
				headers: headersOf(request),
				...(text === '' ? {} : { body: text }),
			});
			return { status: answer.status, body: await answer.text() };
		};
		const isPayment = request.method === 'POST' && pays.some((path) => request.url === prefix + path);
		if (!isPayment) return line.send(response, await pass());
		const { address, beneficiary } = JSON.parse(text);
		await line.pay(address ?? beneficiary.bankAccountNumber, response, pass);
	});
	const url = `${origin}${prefix}`;
	return {
		url,
		sandbox,
		credentials: {
			mavapayApi: {
				deployment: 'custom',
				baseUrl: url,
				authentication: 'apiKey',
				apiKey: sandbox.keys.write,
			},
			// The HTTP Request node gets the key in a header, as people set it up.
			httpHeaderAuth: { name: 'X-API-KEY', value: sandbox.keys.write },
		},
		async payee(name, toBank) {
			const hash = createHash('sha1').update(name).digest('hex');
			if (!toBank) return `0x${hash}`;
			const accountNumber = `1${parseInt(hash.slice(0, 7), 16).toString().padStart(9, '0')}`;
			const { bankCode, bankAccountName: accountName } = account;
			await sandbox.control('POST', '/accounts', { bankCode, accountNumber, accountName, state: 'open' });
			return accountNumber;
		},
		async paid() {
			const entries = (await sandbox.ledger()).filter(({ kind }) => kind === 'payout');
			return entries.map(({ destination, amount, transactionId }) => ({
				payee: destination ?? '',
				minor: BigInt(amount),
				id: transactionId,
			}));
		},
		async stop() {
			await stop();
			await sandbox.stop();
		},
	};
}

/** The headers that `fetch` doesn't write itself. @param {import('node:http').IncomingMessage} request */
const headersOf = ({ headers }) =>
	Object.fromEntries(
		Object.entries(headers).flatMap(([name, value]) =>
			['host', 'connection', 'content-length', 'transfer-encoding'].includes(name) ? [] : [[name, String(value)]],
		),
	);
