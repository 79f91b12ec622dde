import type { Incoming, Outgoing } from '../../../../verify/transport';
import { resigned, type Plant, type Told, type World } from '../account';

/* How plants change what the sandbox answers and delivers. */

/** Calls that pay, by their paths. */
export const USDT = /^\/withdraw\/stablecoin$/;
export const BANK = /^\/withdraw$/;
export const LIGHTNING = /^\/withdraw\/btc$/;
export const ACCEPT = /\/accept$/;

/** Takes something from a wallet beside what the sandbox does; below zero it is given. */
export const take = ({ sandbox }: World, currency: 'NGN' | 'USDT' | 'BTC', amount: bigint): void =>
	sandbox.wallets.set(currency, sandbox.wallets.balance(currency) - amount);

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Row = { [name: string]: Json };

export const isRow = (value: unknown): value is Row =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const parse = (text: string): Json => {
	const value: Json = JSON.parse(text);
	return value;
};

export const pathOf = ({ url }: Outgoing): string => url.pathname.replace('/api/v1', '');

export const hits = (request: Outgoing, method: string, path: RegExp): boolean =>
	request.method === method && path.test(pathOf(request));

export const sentBody = ({ body }: Outgoing): Row => {
	const sent = body === null ? null : parse(body);
	return isRow(sent) ? sent : {};
};

export const json = (body: Json, status = 200, headers: ReadonlyMap<string, string> = new Map()): Incoming => ({
	status,
	headers,
	text: JSON.stringify(body),
});

export const refusing = (message: string, status = 400): Incoming => json({ status: 'error', message }, status);

type Change = (body: Row, request: Outgoing, world: World) => Json;

/** Changes the whole body of successes. */
export const bodyOf = (method: string, path: RegExp, change: Change): Pick<Plant, 'carry'> => ({
	carry: async (request, next, world) => {
		const came = await next(request);
		if (!hits(request, method, path) || came.status >= 300) return came;
		const body = parse(came.text);
		return isRow(body) ? { ...came, text: JSON.stringify(change(body, request, world)) } : came;
	},
});

/** Changes each object in the `data` of successes. */
export const rowsOf = (method: string, path: RegExp, change: (row: Row, request: Outgoing, world: World) => Json) =>
	bodyOf(method, path, (body, request, world) => {
		const { data } = body;
		if (Array.isArray(data))
			return { ...body, data: data.map((one) => (isRow(one) ? change(one, request, world) : one)) };
		return isRow(data) ? { ...body, data: change(data, request, world) } : body;
	});

/** Changes every object that the text of an answer holds, deep inside, too. */
export function deeply(value: Json, change: (row: Row) => Row): Json {
	if (Array.isArray(value)) return value.map((one) => deeply(one, change));
	if (!isRow(value)) return value;
	const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, deeply(one, change)]));
	return change(inner);
}

/** Changes every object of every answer. */
export const everywhere = (change: (row: Row) => Row, path = /./): Pick<Plant, 'carry'> => ({
	carry: async (request, next) => {
		const came = await next(request);
		return path.test(pathOf(request)) && came.text.startsWith('{')
			? { ...came, text: JSON.stringify(deeply(parse(came.text), change)) }
			: came;
	},
});

/** Changes the query of a request. */
export const withoutQuery = (path: RegExp, ...names: string[]): Pick<Plant, 'carry'> => ({
	carry: async (request, next) => {
		if (!path.test(pathOf(request))) return await next(request);
		const url = new URL(request.url);
		for (const name of names) url.searchParams.delete(name);
		return await next({ ...request, url });
	},
});

/** Sends another body to the sandbox than came. */
export const sending = (
	method: string,
	path: RegExp,
	change: (body: Row, world: World) => Row,
): Pick<Plant, 'carry'> => ({
	carry: async (request, next, world) =>
		await next(
			hits(request, method, path) ? { ...request, body: JSON.stringify(change(sentBody(request), world)) } : request,
		),
});

/** Answers in place of the sandbox, which does what was asked all the same. */
export const answering = (
	method: string,
	path: RegExp,
	answer: (request: Outgoing, came: Incoming) => Incoming | null,
): Pick<Plant, 'carry'> => ({
	carry: async (request, next) => {
		const came = await next(request);
		return hits(request, method, path) ? (answer(request, came) ?? came) : came;
	},
});

export const times = (amount: Json | undefined, factor: number): Json =>
	Number((Number(amount ?? 0) * factor).toFixed(6));

/** Whether an object is a transaction. */
export const isTransaction = (row: Row): boolean => 'fees' in row && 'type' in row && 'amount' in row;

/** Changes the transaction of payment events, and signs them anew. */
export const told = (event: RegExp, change: (row: Row, world: World) => Row | null): Pick<Plant, 'deliver'> => ({
	deliver: (delivery: Told, world) => {
		const body = parse(delivery.body);
		if (!event.test(delivery.event) || !isRow(body) || !isRow(body.data)) return [delivery];
		const { data } = body;
		const changed = isRow(data.transaction)
			? { ...data, transaction: change(data.transaction, world) }
			: change(data, world);
		if (changed === null) return [];
		return [resigned(delivery, JSON.stringify({ ...body, data: changed }))];
	},
});

/** Changes the headers of deliveries. */
export const headed = (event: RegExp, change: (told: Told) => Record<string, string>): Pick<Plant, 'deliver'> => ({
	deliver: (delivery) => [event.test(delivery.event) ? { ...delivery, headers: change(delivery) } : delivery],
});
