import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putWebhookBack } from '../../../scripts/verify/borrowedWebhook';
import { markdownOf } from '../../../scripts/verify/report';
import { CLAIMS, holdAgainst } from '../../../scripts/verify/run';
import type { QuirksChange } from '../../../sandbox';
import { giveHistory, secretsOf, verdicts, worldWith, type World } from './account';

let folder: string;
let world: World | undefined;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'verify-'));
});

afterEach(async () => {
	await world?.close();
	world = undefined;
	rmSync(folder, { recursive: true, force: true });
});

describe('held against the sandbox', () => {
	it('everything is as documented, nothing of the account is in the report, and the webhook comes back', async () => {
		world = await worldWith({}, folder);
		await giveHistory(world);
		const { rows, messages } = await holdAgainst(world.account, 'pay', () => undefined);

		expect(rows.filter(({ verdict }) => verdict !== 'as documented')).toEqual([]);
		expect(rows).toHaveLength(CLAIMS.length);
		expect(messages).toContain('Quote already paid');
		const written = JSON.stringify({ rows, messages });
		expect(secretsOf(world).filter((value) => written.includes(value))).toEqual([]);
		await putWebhookBack(world.account, folder);
		expect(world.sandbox.webhook).toMatchObject({
			url: 'https://shop.example/their-hook',
			secret: 'secret-of-the-shop-0123456789',
		});
		expect(readdirSync(folder)).toEqual([]);
	});

	it('a run that only reads sends nothing but GET', async () => {
		world = await worldWith({}, folder);
		await giveHistory(world);
		world.sandbox.clearRequests();
		await holdAgainst(world.account, 'read', () => undefined);

		const sent = world.sandbox.requests.map(({ method, path }) => `${method} ${path}`);
		expect(sent.filter((one) => !one.startsWith('GET '))).toEqual([]);
		// These open an order, though they read.
		expect(sent.filter((one) => /paymentlink/.test(one))).toEqual([]);
	});
});

/** Each with the claims that have to notice it. */
const PLANTED: ReadonlyArray<readonly [string, QuirksChange, readonly string[]]> = [
	['errors under 200', { errorsAs200: true }, ['no key', 'form of errors']],
	['amounts as text', { numbersAsText: 'all' }, ['form of POST /withdraw/stablecoin']],
	['South African banks as objects', { zaBanks: 'objects' }, ['South African banks']],
	['a list where one was asked for', { transactionShape: 'list' }, ['one transaction or a list by id']],
	['one where several may match', { transactionShape: 'object' }, ['one transaction or a list by orderId']],
	['orders in another form', { orderShape: 'short' }, ['form of GET /order']],
	["orders' quotes in another form", { orderQuotes: 'client' }, ["an order's quotes"]],
	['a name enquiry with nulls', { enquiryShape: 'nulls' }, ['form of GET /bank/name-enquiry']],
	['filters of wallets ignored', { walletQueryIgnored: true }, ['wallet by ID', 'wallet by currency']],
	['metadata of events in look-ups', { lookedUpLikeEvents: true }, ['reference of a looked-up transaction']],
	['no metadata', { nullMetadata: true }, ['metadata of a looked-up transaction']],
	['the older name of the reference', { referenceName: 'externalRef' }, ['reference of an event']],
	['the reference in another place', { referencePlace: 'top' }, ['reference of an event']],
	['phones without a network', { kesPhoneNetwork: 'optional' }, ['phone without its network']],
	['no minimum amounts', { minimums: false }, ['refusal: small amount']],
	['smaller pages', { maxPageSize: 5 }, ['page size']],
	['no ping', { pingOnRegister: false }, ['ping while registering']],
	['another header of the signature', { signature: { header: 'X-Webhook-Signature' } }, ['header of the signature']],
	['another encoding of the signature', { signature: { encoding: 'base64' } }, ['signature']],
	['a prefix of the signature', { signature: { prefix: 'sha256=' } }, ['signature']],
	['shorter quotes', { lightningQuoteMs: 60_000 }, ['lifetime of a quote']],
	['payouts that fail at once', { payoutResult: 'failedAtOnce' }, ['first status of a withdrawal']],
];

/** What has to have happened before the account shows the claim. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
	'one transaction or a list by orderId': ['form of POST /simulation/pay-in'],
	'form of GET /order': ['form of POST /quote, by Lightning'],
	"an order's quotes": ['form of POST /quote, by Lightning'],
	'reference of a looked-up transaction': ['form of POST /withdraw/stablecoin'],
};

describe('a service that differs', () => {
	it.each(PLANTED)('is noticed: %s', async (_what, quirks, ids) => {
		world = await worldWith(quirks, folder);
		await giveHistory(world);
		await verdicts(
			world,
			ids.flatMap((id) => BEFORE[id] ?? []),
		);
		const rows = await verdicts(world, ids);

		expect(rows.map(({ id, verdict }) => [id, verdict])).toEqual(ids.map((id) => [id, 'differs']));
		for (const { concerns } of rows) expect(concerns).not.toEqual([]);
		const report = {
			at: '2026-01-01T00:00:00Z',
			deployment: 'this machine',
			level: 'pay',
			rows,
			messages: [],
			notes: [],
		} as const;
		for (const id of ids) expect(markdownOf(report)).toContain(`### ${id}`);
		const written = `${markdownOf(report)}${JSON.stringify(report)}`;
		expect(secretsOf(world).filter((value) => written.includes(value))).toEqual([]);
	});
});
