import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { borrowWebhook, putWebhookBack } from '../../../verify/borrowedWebhook';
import { hits, refusing } from './plants/rewriting';
import { THEIRS, worldWith, type World } from './account';

const FIRST = { url: 'https://tunnel.example/1', secret: 'secret-of-run-one-0123456789' };
const SECOND = { url: 'https://tunnel.example/2', secret: 'secret-of-run-two-0123456789' };

let folder: string;
let world: World;
/** Calls that set a webhook and are refused now, as a pattern of method and path. */
let refused: RegExp;
let isProfileRead: boolean;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'verify-'));
	refused = /^$/;
	isProfileRead = true;
	world = await worldWith(
		{
			isNew: true,
			carry: async (request, next) => {
				if (refused.test(`${request.method} ${request.url.pathname.replace('/api/v1', '')}`))
					return refusing('webhook did not answer the ping');
				return !isProfileRead && hits(request, 'GET', /^\/user$/) ? refusing('try again later') : await next(request);
			},
		},
		folder,
	);
});

afterEach(async () => {
	await world.close();
	rmSync(folder, { recursive: true, force: true });
});

const borrow = async (own: typeof FIRST) => await borrowWebhook(world.account, own, folder);
const putBack = async () => await putWebhookBack(world.account, folder);
const keptFile = () => join(folder, readdirSync(folder).find((name) => name.startsWith('webhook')) ?? '');

describe('what a killed run has kept of a webhook', () => {
	it('is not overwritten by a run that could not put it back, and comes back as soon as it can', async () => {
		await borrow(FIRST);
		refused = /^(PUT|POST) \/webhook/;
		await expect(putBack()).rejects.toThrow('Mavapay answered 400 when it was put back');
		refused = /^$/;
		const kept = readFileSync(keptFile());

		await expect(borrow(SECOND)).rejects.toThrow(
			`the webhook that an earlier run has kept could not be put back, and would be lost: run again, or register your webhook in Mavapay's dashboard and delete ${keptFile()}`,
		);
		expect(readFileSync(keptFile())).toEqual(kept);
		expect(world.sandbox.webhook).toMatchObject(FIRST);

		expect(await putBack()).toBe('put back');
		expect(world.sandbox.webhook).toMatchObject(THEIRS);
		await borrow(SECOND);
		expect(world.sandbox.webhook).toMatchObject(SECOND);
		expect(await putBack()).toBe('put back');
		expect(world.sandbox.webhook).toMatchObject(THEIRS);
	});

	it('is left alone where it is damaged', async () => {
		await borrow(FIRST);
		writeFileSync(keptFile(), 'damaged');
		await expect(borrow(SECOND)).rejects.toThrow(
			"the kept copy of the account's webhook can't be read, and would be lost",
		);
		expect(readFileSync(keptFile(), 'utf8')).toBe('damaged');
		expect(world.sandbox.webhook).toMatchObject(FIRST);
	});
});

describe('an account without a webhook', () => {
	beforeEach(() => world.sandbox.setWebhook(null));

	it('keeps the address of the command, which no call removes', async () => {
		await borrow(FIRST);
		expect(await putBack()).toBe('own address stays');
		expect(world.sandbox.webhook).toMatchObject(FIRST);
		expect(await putBack()).toBe('nothing kept');
	});

	it('is not said to keep it where its registration was refused', async () => {
		refused = /register/;
		expect((await borrow(FIRST)).status).toBe(400);
		expect(await putBack()).toBe('own address is not there');
		expect(world.sandbox.webhook).toBeNull();
		expect(await putBack()).toBe('nothing kept');
	});

	it('is asked again at the next start where its profile could not be read', async () => {
		await borrow(FIRST);
		isProfileRead = false;
		await expect(putBack()).rejects.toThrow("the account's webhook can't be read");
		isProfileRead = true;
		expect(await putBack()).toBe('own address stays');
	});
});

it('that the profile does not show is said to be overwritten, since it could not be put back', async () => {
	await world.close();
	world = await worldWith(
		{
			carry: async (request, next) => {
				const came = await next(request);
				return hits(request, 'GET', /^\/user$/)
					? { ...came, text: came.text.replace(/"webhook":\{[^}]*\}/, '"webhook":null') }
					: came;
			},
		},
		folder,
	);
	await borrow(FIRST);
	expect(world.sandbox.webhook).toMatchObject(FIRST);
	expect(await putBack()).toBe('one that was not shown is overwritten');
	expect(await putBack()).toBe('nothing kept');
});

it('that the profile shows with another secret than is set comes back, and is not said to be what stood there', async () => {
	await world.close();
	world = await worldWith(
		{
			carry: async (request, next) => {
				const came = await next(request);
				return hits(request, 'GET', /^\/user$/)
					? { ...came, text: came.text.replace(/"secret":"[^"]*"/, `"secret":"${'f'.repeat(64)}"`) }
					: came;
			},
		},
		folder,
	);
	await borrow(FIRST);
	expect(await putBack()).toBe('put back with another secret');
	expect(await putBack()).toBe('nothing kept');
});
