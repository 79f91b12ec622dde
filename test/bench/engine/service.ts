/** The sandbox to which the contenders send their requests. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as z from 'zod';
import { personOf } from '../../../sandbox';

const started = z.object({ url: z.string(), controlUrl: z.string(), key: z.string() });
const walletList = z.object({ data: z.array(z.object({ id: z.string() })) });
const paid = z.object({ data: z.object({ id: z.string() }) });

/** More than all rounds of a run can pay out, in kobo. */
const DEEP_POCKETS = '900000000000000';

export interface BenchService {
	readonly url: string;
	readonly key: string;
	/** Ids of wallets and of transactions that can be read. */
	readonly walletIds: readonly string[];
	readonly transactionIds: readonly string[];
	/** Makes the sandbox wait this long before every answer; 0 for no wait. */
	delay(milliseconds: number): Promise<void>;
	stop(): Promise<void>;
}

/** Starts the sandbox in a child process, with money in the NGN wallet and a few transactions to read. */
export async function startService(): Promise<BenchService> {
	const child = fork(join(__dirname, 'sandboxChild.ts'), { execArgv: ['--import', 'tsx'] });
	const [message] = await Promise.race([
		once(child, 'message'),
		once(child, 'exit').then(() => Promise.reject(new Error('The sandbox did not start'))),
	]);
	const { url, controlUrl, key } = started.parse(message);
	const control = async (method: string, path: string, body?: object) =>
		await request(`${controlUrl}${path}`, method, { body });
	const headers = { 'X-API-KEY': key, 'Content-Type': 'application/json' };
	await control('POST', '/wallets', { NGN: DEEP_POCKETS });
	const wallets = walletList.parse(await request(`${url}/wallet`, 'GET', { headers }));
	const withdraw = async (index: number) =>
		paid.parse(await request(`${url}/withdraw`, 'POST', { headers, body: withdrawal(index) })).data.id;
	const transactionIds: string[] = [];
	for (let index = 0; index < 10; index++) transactionIds.push(await withdraw(index));
	return {
		url,
		key,
		walletIds: wallets.data.map(({ id }) => id),
		transactionIds,
		async delay(milliseconds) {
			await control('DELETE', '/faults');
			if (milliseconds > 0) await control('POST', '/faults', { fault: { kind: 'delay', ms: milliseconds } });
		},
		async stop() {
			const ended = once(child, 'exit');
			child.disconnect();
			await ended;
		},
	};
}

/** The request body of one payout to a Nigerian bank account, as both contenders send it. */
export function withdrawal(index: number, more = 0) {
	const { amount, bankCode, bankName, accountNumber, accountName } = payee(index, more);
	return {
		amount,
		currency: 'NGN',
		beneficiary: { bankCode, bankAccountNumber: accountNumber, bankAccountName: accountName, bankName },
	};
}

/**
 * One row of a payout list. Every amount differs, and so do the account numbers.
 *
 * @param more kobo on top of the usual amount
 */
export function payee(index: number, more = 0) {
	const bankCode = '000014';
	const accountNumber = String(2_100_000_000 + index);
	return {
		amount: String(200_000 + more + index),
		bankCode,
		bankName: 'Access Bank',
		accountNumber,
		accountName: personOf(bankCode, accountNumber),
	};
}

async function request(
	url: string,
	method: string,
	{ headers = {}, body }: { headers?: Record<string, string>; body?: object | undefined },
): Promise<unknown> {
	const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
	const text = await answer.text();
	if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${method} ${url}: ${text.slice(0, 300)}`);
	return JSON.parse(text);
}
