import type { Incoming, Outgoing } from '../../../../verify/transport';
import { resigned, type Plant, type Told, type World } from '../account';

/** Calls that pay, by their paths. */
export const USDT = /^\/withdraw\/stablecoin$/;
export const BANK = /^\/withdraw$/;
export const LIGHTNING = /^\/withdraw\/btc$/;
export const ACCEPT = /\/accept$/;

/** Takes an additional amount from a wallet; a negative amount is added to the wallet. */
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

/** The target currency of the latest quote that was asked for. */
export function lastTarget({ account: { exchanges } }: World): Json {
	const sent = exchanges.filter(({ path }) => path === '/quote').at(-1)?.sent;
	return isRow(sent) ? (sent.targetCurrency ?? null) : null;
}

export const json = (body: Json, status = 200, headers: ReadonlyMap<string, string> = new Map()): Incoming => ({
	status,
	headers,
	text: JSON.stringify(body),
});

export const refusing = (message: string, status = 400): Incoming => json({ status: 'error', message }, status);

type Change = (body: Row, request: Outgoing, world: World) => Json;

/** Changes the whole body of successful answers. */
export const bodyOf = (method: string, path: RegExp, change: Change): Pick<Plant, 'carry'> => ({
	carry: async (request, next, world) => {
		const came = await next(request);
		if (!hits(request, method, path) || came.status >= 300) return came;
		const body = parse(came.text);
		return isRow(body) ? { ...came, text: JSON.stringify(change(body, request, world)) } : came;
	},
});

/** Changes each object in the `data` of successful answers. */
export const rowsOf = (method: string, path: RegExp, change: (row: Row, request: Outgoing, world: World) => Json) =>
	bodyOf(method, path, (body, request, world) => {
		const { data } = body;
		if (Array.isArray(data))
			return { ...body, data: data.map((one) => (isRow(one) ? change(one, request, world) : one)) };
		return isRow(data) ? { ...body, data: change(data, request, world) } : body;
	});

/** Changes the list in the `data` of successful answers. */
export const listing = (path: RegExp, change: (rows: readonly Json[], request: Outgoing, world: World) => Json[]) =>
	bodyOf('GET', path, (body, request, world) =>
		Array.isArray(body.data) ? { ...body, data: change(body.data, request, world) } : body,
	);

/** Applies `change` to every object in a JSON value, nested ones too. */
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

export function withQuery(request: Outgoing, change: (query: URLSearchParams) => void): Outgoing {
	const url = new URL(request.url);
	change(url.searchParams);
	return { ...request, url };
}

/** Changes the query of a request. */
export const asking = (path: RegExp, change: (query: URLSearchParams) => void): Pick<Plant, 'carry'> => ({
	carry: async (request, next) => await next(path.test(pathOf(request)) ? withQuery(request, change) : request),
});

export const withoutQuery = (path: RegExp, ...names: string[]) =>
	asking(path, (query) => names.forEach((name) => query.delete(name)));

/** Answers in place of the sandbox, which isn't asked. */
export const instead = (isIt: (request: Outgoing) => boolean, answer: Incoming | Error): Pick<Plant, 'carry'> => ({
	carry: async (request, next) => {
		if (!isIt(request)) return await next(request);
		if (answer instanceof Error) throw answer;
		return answer;
	},
});

export const isKeyless = ({ headers }: Outgoing): boolean => headers['X-API-KEY'] === undefined;

/** Counts the requests of a world. */
export function counting(): (world: World) => number {
	const counts = new WeakMap<World, number>();
	return (world) => {
		const count = (counts.get(world) ?? 0) + 1;
		counts.set(world, count);
		return count;
	};
}

/** Answers every nth request in place of the sandbox. */
export function every(nth: number, answer: Incoming): Pick<Plant, 'carry'> {
	const count = counting();
	return { carry: async (request, next, world) => (count(world) % nth === 0 ? answer : await next(request)) };
}

/** Answers a POST that repeats an accepted one, in place of the sandbox. */
export function again(
	path: RegExp,
	answer: (first: Incoming, world: World, request: Outgoing) => Incoming,
	keyOf: (body: Row) => Json | undefined = (body) => JSON.stringify(body),
): Pick<Plant, 'carry'> {
	const taken = new WeakMap<World, Map<Json, Incoming>>();
	return {
		carry: async (request, next, world) => {
			const key = hits(request, 'POST', path) ? keyOf(sentBody(request)) : undefined;
			const known = taken.get(world) ?? new Map<Json, Incoming>();
			taken.set(world, known);
			const first = key === undefined ? undefined : known.get(key);
			if (first !== undefined) return answer(first, world, request);
			const came = await next(request);
			if (key !== undefined && came.status === 200) known.set(key, came);
			return came;
		},
	};
}

/** Changes the request's body before the sandbox gets it. */
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

export const isTransaction = (row: Row): boolean => 'fees' in row && 'type' in row && 'amount' in row;

/** Changes the transaction in payment events, and signs the events again. */
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

/** An account with more transactions than a page holds. */
export const BUSY: Pick<Plant, 'prepare'> = {
	prepare: ({ sandbox }) => {
		const to = sandbox.transactions.map(({ details }) => details.destination?.value).find((one) => one !== undefined);
		for (let one = 0; one < 120; one++) {
			sandbox.deposit({ to: String(to), amount: 1_000n });
			sandbox.clock.advance(1_000);
		}
		sandbox.clock.advance(60_000);
	},
};
