import {
	ACCEPT,
	BANK,
	type Row,
	USDT,
	again,
	hits,
	isRow,
	json,
	parse,
	pathOf,
	refusing,
	sentBody,
	take,
} from './rewriting';
import { personOf } from '../../../../sandbox/data/people';
import { KOBO } from '../../../../verify/cost';
import type { Carry, Circumstance, Planted, Plants } from './planted';
import type { World } from '../account';
import type { Incoming, Outgoing } from '../../../../verify/transport';

const LISTS = /^\/transactions$/;

/** By world, transactions that the list shows in addition to the sandbox's own. */
const listed = new WeakMap<World, Row[]>();
const also = (world: World): Row[] => {
	const rows = listed.get(world) ?? [];
	listed.set(world, rows);
	return rows;
};

const withdrawalOf = (changes: Row): Row => ({
	id: '0b0b0b0b-0000-4000-8000-000000000001',
	ref: 'ref-of-it',
	hash: '',
	amount: Number(KOBO.otherName) + 5_000,
	fees: 5_000,
	currency: 'NGN',
	type: 'WITHDRAWAL',
	status: 'PENDING',
	autopayout: false,
	createdAt: '2026-01-15T09:00:00.000Z',
	updatedAt: '2026-01-15T09:00:00.000Z',
	metadata: null,
	...changes,
});

/** Adds the transactions in `listed` to the service's list, but only for a query with limit 100 and no start date. */
async function showing(request: Outgoing, next: () => Promise<Incoming>, world: World): Promise<Incoming> {
	const came = await next();
	const body = parse(came.text);
	if (!hits(request, 'GET', LISTS) || !isRow(body) || !Array.isArray(body.data)) return came;
	return request.url.searchParams.get('limit') === '100' && !request.url.searchParams.has('startDate')
		? { ...came, text: JSON.stringify({ ...body, data: [...also(world), ...body.data] }) }
		: came;
}

/** Runs `act` when a withdrawal under another name is refused. */
const onName = (act: (world: World) => void): Carry => {
	const isNamed = (request: Outgoing) =>
		hits(request, 'POST', BANK) && String(request.body).includes('XAVERIUS QUODLIBET');
	return async (request, next, world) => {
		const came = await showing(request, async () => await next(request), world);
		if (isNamed(request)) act(world);
		return came;
	};
};

/** A withdrawal under another name is refused, although it is paid and listed. */
const listedAs = (changes: Row): Planted => ({
	carry: onName((world) => {
		take(world, 'NGN', KOBO.otherName + 5_000n);
		also(world).push(withdrawalOf(changes));
	}),
	differs: { 'nothing is paid: another name': /a withdrawal of it is listed, and the wallet lost money/ },
});

/** Refuses the second of two equal withdrawals, and runs `act`. */
const onSecond = (path: RegExp, act: (world: World) => void) =>
	again(path, (_first, world) => {
		act(world);
		return refusing('duplicate transaction');
	});

/** Refuses every POST to a path, and runs `act`. */
const refusingAll =
	(path: RegExp, act: (world: World) => void): Carry =>
	async (request, next, world) => {
		if (!hits(request, 'POST', path)) return await next(request);
		act(world);
		return refusing('service limit reached');
	};

/** Refusals after which the money has left. */
export const REFUSED_BUT_PAID: Plants = {
	'a withdrawal refused with name mismatch is paid, and listed with its fees': listedAs({}),
	'a withdrawal refused with name mismatch is paid, and listed without its fees beside': listedAs({
		fees: 0,
		metadata: { merchantName: `Xaverius Quodlibet ${personOf('000013', '0149200000').split(' ').at(-1) ?? ''}` },
	}),
	'a withdrawal refused with name mismatch is paid, and listed in naira': listedAs({
		amount: Number(KOBO.otherName) / 100,
		fees: 50,
	}),
	'a withdrawal refused with name mismatch is paid, and listed in millionths of a kobo': listedAs({
		amount: Number(KOBO.otherName) * 1_000_000,
		fees: 5_000_000_000,
	}),
	'a withdrawal refused with name mismatch is paid, and listed in dollars, to its payee': listedAs({
		amount: 137,
		fees: 3,
		metadata: { bankAccountNumber: '0149200000' },
	}),
	'a withdrawal refused with name mismatch costs its fee': {
		carry: onName((world) => take(world, 'NGN', 5_000n)),
		differs: { 'nothing is paid: another name': /lost/ },
		weight: 'do not pay until this is known',
	},
	'a withdrawal refused with name mismatch is paid five seconds later': {
		carry: onName((world) => world.sandbox.clock.schedule(5_000, () => take(world, 'NGN', KOBO.otherName + 5_000n))),
		differs: { 'nothing is paid: another name': /lost/ },
	},
	'a withdrawal refused with name mismatch is paid at the end of the run': {
		carry: onName((world) => world.sandbox.clock.schedule(60_000, () => also(world).push(withdrawalOf({})))),
		differs: { 'nothing is paid: at the end': /listed at the end/ },
	},
	'the last withdrawal that has to be refused is paid after it was watched': {
		carry: (() => {
			const looks = new WeakMap<World, number>();
			return async (request, next, world) => {
				if (hits(request, 'POST', BANK) && /"bankCode":"058"/.test(String(request.body))) looks.set(world, 0);
				const seen = looks.get(world);
				if (seen !== undefined && hits(request, 'GET', /^\/wallet$/)) looks.set(world, seen + 1);
				if (seen === 3 && hits(request, 'GET', /^\/wallet$/)) take(world, 'NGN', KOBO.otherCode + 5_000n);
				return await next(request);
			};
		})(),
		differs: { 'nothing is paid: at the end': /lost about 1\.02. times what was sent, later/ },
	},
	'a repeated USDT withdrawal is refused, and paid': {
		...onSecond(USDT, (world) => take(world, 'USDT', 200n)),
		differs: { 'repeated withdrawal': /refused.*but the wallet lost/, 'nothing is paid: at the end': /./ },
	},
	'a repeated bank withdrawal is refused, and paid seconds later': {
		...onSecond(BANK, (world) => world.sandbox.clock.schedule(4_000, () => take(world, 'NGN', KOBO.again + 5_000n))),
		differs: { 'repeated bank withdrawal': /refused.*but the wallet lost/, 'nothing is paid: at the end': /./ },
	},
	'every USDT withdrawal is refused, and paid': {
		carry: refusingAll(USDT, (world) => take(world, 'USDT', 150n)),
		differs: { 'outcome of a USDT withdrawal': /refused.*but the wallet lost/, 'nothing is paid: at the end': /./ },
	},
	'an accept is refused, and paid': {
		carry: refusingAll(ACCEPT, (world) => take(world, 'NGN', KOBO.swap)),
		differs: { 'wallet after an accept': /refused.*but the wallet lost/, 'nothing is paid: at the end': /./ },
	},
	'a second accept is refused, and listed without a word in the wallet': {
		carry: async (request, next, world) => {
			const came = await showing(request, async () => await next(request), world);
			if (hits(request, 'POST', ACCEPT) && came.text.includes('already') && also(world).length === 0)
				also(world).push(withdrawalOf({ amount: Number(KOBO.swap), fees: 0, hash: pathOf(request) }));
			return came;
		},
		differs: { 'nothing is paid: accepted quote': /listed/ },
	},
	'a quote is accepted after its expiry': {
		carry: async (request, next) => {
			const came = await next(request);
			return hits(request, 'POST', ACCEPT) && came.text.includes('expired')
				? json({ status: 'ok', message: 'quote is being processed' })
				: came;
		},
		differs: { 'refusal: expired quote': /accepted/ },
	},
	'a quote is refused after its expiry, and paid': {
		carry: async (request, next, world) => {
			const came = await next(request);
			if (hits(request, 'POST', ACCEPT) && came.text.includes('expired')) take(world, 'NGN', KOBO.swap);
			return came;
		},
		differs: { 'nothing is paid: expired quote': /lost/, 'nothing is paid: at the end': /./ },
	},
};

const SOMEBODY = { bankCode: '000013', accountNumber: '0987654321', accountName: 'SOMEBODY ELSE' };

/** When a withdrawal under another name is refused, pays 770 NGN to an unrelated person and runs `besides`. */
const payingSomebody = (besides: (world: World) => void): Carry => {
	const isNamed = ({ body }: Outgoing) => String(body).includes('XAVERIUS QUODLIBET');
	return async (request, next, world) => {
		const came = await next(request);
		const body = sentBody(request);
		if (!isNamed(request) || !isRow(body.beneficiary)) return came;
		world.sandbox.addBankAccount({ ...SOMEBODY, state: 'open' });
		const payee = { bankAccountNumber: SOMEBODY.accountNumber, bankAccountName: SOMEBODY.accountName };
		const other = { ...body, amount: '77000', beneficiary: { ...body.beneficiary, ...payee } };
		await next({ ...request, body: JSON.stringify(other) });
		besides(world);
		return came;
	};
};

/** Unrelated payments at the moment of a refusal: no difference may be reported, and the refusal proves nothing. */
export const PAID_MEANWHILE: Plants<Circumstance> = {
	'somebody else is paid while another name is refused': {
		carry: payingSomebody(() => undefined),
		notShown: ['nothing is paid: another name', 'nothing is paid: at the end'],
	},
	'a payment of somebody else is listed late while another name is refused': {
		carry: payingSomebody((world) => take(world, 'NGN', -82_000n)),
		notShown: ['nothing is paid: another name', 'nothing is paid: at the end'],
	},
	"the list can't be read while another name is refused": {
		carry: (() => {
			const wasRefused = new WeakSet<World>();
			return async (request, next, world) => {
				if (String(request.body).includes('XAVERIUS QUODLIBET')) wasRefused.add(world);
				if (hits(request, 'POST', USDT)) wasRefused.delete(world);
				return wasRefused.has(world) && hits(request, 'GET', LISTS)
					? refusing('Insufficient permissions', 403)
					: await next(request);
			};
		})(),
		notShown: ['nothing is paid: another name', 'nothing is paid: at the end'],
	},
};
