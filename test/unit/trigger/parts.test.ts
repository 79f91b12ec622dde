import { deriveWebhookSecret } from '../../../nodes/core/domain/webhookSecret';
import { LimitedLog } from '../../../nodes/MavapayTrigger/limitedLog';
import { readSecrets } from '../../../nodes/MavapayTrigger/secrets';
import { eventKey, SeenEvents } from '../../../nodes/MavapayTrigger/seenEvents';
import { isSameTrigger, shownUrl, slotOf } from '../../../nodes/MavapayTrigger/slot';

describe('eventKey', () => {
	const event = (name: string, data: { id?: string; status?: string; amount?: number }) =>
		eventKey({ event: name, data }, Buffer.from(JSON.stringify([name, data])));

	it('is the same for the same event, transaction and status, whatever else differs', () => {
		expect(event('payment.sent', { id: 'a', status: 'SUCCESS', amount: 1 })).toBe(
			event('payment.sent', { id: 'a', status: 'SUCCESS', amount: 2 }),
		);
	});

	it('differs by event, transaction and status', () => {
		const keys = [
			event('payment.sent', { id: 'a', status: 'SUCCESS' }),
			event('payment.sent', { id: 'a', status: 'PENDING' }),
			event('payment.sent', { id: 'a' }),
			event('payment.sent', { id: 'b', status: 'SUCCESS' }),
			event('payment.received', { id: 'a', status: 'SUCCESS' }),
			event('payment.received', { status: 'SUCCESS' }),
			event('payment.received', { status: 'SUCCESS', amount: 1 }),
		];
		expect(new Set(keys).size).toBe(keys.length);
		expect(keys.every((key) => /^[\w-]{22}$/.test(key))).toBe(true);
	});
});

describe('SeenEvents', () => {
	it('tells new from known, also what another process has stored', () => {
		const seen = new SeenEvents();
		expect(seen.addIfNew('a', [])).toBe(true);
		expect(seen.addIfNew('a', [])).toBe(false);
		expect(seen.addIfNew('b', ['b', 'c'])).toBe(false);
		expect(seen.addIfNew('c', [])).toBe(false);
		expect(seen.latest).toEqual(['a', 'b', 'c']);
	});

	it('stores the keys of all, whichever delivery is written down last', () => {
		const seen = new SeenEvents();
		seen.addIfNew('a', []);
		const givenToTheFirst = { seen: seen.latest };
		seen.addIfNew('b', []);
		expect(JSON.parse(JSON.stringify(givenToTheFirst))).toEqual({ seen: ['a', 'b'] });
	});

	it('stays bounded and lets the oldest go', () => {
		const seen = new SeenEvents();
		for (let count = 0; count < 6_000; count++) expect(seen.addIfNew(`k${count}`, [])).toBe(true);
		expect(seen.latest).toHaveLength(1_000);
		expect(seen.latest.at(-1)).toBe('k5999');
		expect(seen.addIfNew('k5000', [])).toBe(false);
		expect(seen.addIfNew('k1001', [])).toBe(false);
		expect(seen.addIfNew('k0', [])).toBe(true);
	});
});

describe('LimitedLog', () => {
	it('lets one line of a kind through per minute and counts the others', () => {
		const log = new LimitedLog();
		expect(log.pass('a', 0)).toBe(0);
		expect(log.pass('a', 59_999)).toBeNull();
		expect(log.pass('a', 10)).toBeNull();
		expect(log.pass('b', 10)).toBe(0);
		expect(log.pass('a', 60_000)).toBe(2);
		expect(log.pass('a', 60_001)).toBeNull();
	});
});

describe('readSecrets', () => {
	const automatic = { triggerId: 'id', manual: false };

	it('derives one from the API key, the same each time', () => {
		const secrets = readSecrets({ apiKey: ' key ', webhookSigningSecret: ' ' }, automatic);
		expect(secrets).toEqual({
			ok: true,
			value: { current: deriveWebhookSecret({ apiKey: 'key', webhookId: 'id' }), previous: null, sealing: ['key'] },
		});
	});

	it('prefers the one in the credential', () => {
		const fields = { apiKey: 'key', webhookSigningSecret: 's', previousWebhookSigningSecret: 'old' };
		expect(readSecrets(fields, automatic)).toEqual({
			ok: true,
			value: { current: 's', previous: 'old', sealing: ['key'] },
		});
	});

	it('seals with the signing secrets where there is no API key', () => {
		const fields = {
			authentication: 'bearerToken',
			apiKey: 'left over',
			webhookSigningSecret: 's',
			previousWebhookSigningSecret: 'old',
		};
		expect(readSecrets(fields, automatic)).toMatchObject({ value: { sealing: ['s', 'old'] } });
	});

	it.each([
		[{ authentication: 'bearerToken', apiKey: 'left over' }, false],
		[{ apiKey: '' }, false],
		[{ apiKey: 'key' }, true],
	])('refuses %j (manual: %s) without a secret', (fields, manual) => {
		expect(readSecrets(fields, { triggerId: 'id', manual })).toMatchObject({
			ok: false,
			reason: expect.stringContaining("'Webhook Signing Secret' is empty"),
		});
	});
});

describe('the slot', () => {
	const profile = (webhook: null | { [key: string]: string | boolean | null } | { [key: string]: string }[]) => ({
		account: { webhook },
	});

	it('is read from the profile, also from a list', () => {
		const webhook = { id: 'w', url: 'https://a.example/x', secret: 's', isActive: true };
		const slot = { url: 'https://a.example/x', secret: 's', isActive: true };
		expect(slotOf(profile(webhook))).toEqual(slot);
		expect(slotOf({ account: { webhook: [webhook] } })).toEqual(slot);
		expect(slotOf({ account: { webhook: [{ url: '' }, webhook] } })).toEqual(slot);
	});

	it('is empty where no URL is set', () => {
		expect(slotOf(profile(null))).toBeNull();
		expect(slotOf(profile([]))).toBeNull();
		expect(slotOf(profile({ url: '', secret: 's' }))).toBeNull();
		expect(slotOf({ account: {} })).toBeNull();
		expect(slotOf(profile([{ url: '' }]))).toBeNull();
	});

	it.each([
		[undefined],
		[null],
		[[]],
		['a page'],
		[{}],
		[{ account: null }],
		[{ webhook: { url: 'https://a.example/x', secret: 's' } }],
		[{ account: { webhook: 'https://a.example/x' } }],
		[{ account: { webhook: ['https://a.example/x'] } }],
		[{ account: { webhook: { url: { href: 'https://a.example/x' }, secret: 's' } } }],
	])('is not taken for empty where the profile reads %j', (data) => {
		expect(() => slotOf(data)).toThrow('does not tell whether the account has a webhook');
	});

	it.each(['', '********', null, '…', '***', 'whs_****1234', 'abc•••', '●●●●', 'sk_...9f', 'sk_…9f', 'xxxxxxxx', 'XXXX'])('has no readable secret in %p', (secret) => {
		expect(slotOf(profile({ url: 'https://a.example/x', secret }))?.secret).toBeNull();
	});

	it.each(['a*b', 'a.b.c', 'xylophone', 'boxxx', 's'])('has the secret %p as it is', (secret) => {
		expect(slotOf(profile({ url: 'https://a.example/x', secret }))?.secret).toBe(secret);
	});

	it.each([
		['https://n.example/webhook/id/webhook', true],
		['https://n.example/webhook-test/id/webhook', true],
		['https://n.example/base/webhook/id/webhook', true],
		['https://n.example/webhook/id/webhook?x=1', true],
		['https://other.example/webhook/id/webhook', false],
		['http://n.example/webhook/id/webhook', false],
		['https://n.example:8443/webhook/id/webhook', false],
		['https://n.example/webhook/another/webhook', false],
		['https://n.example/webhook/not-id/webhook', false],
		['https://n.example/webhook/id/webhook/more', false],
		['no url', false],
	])('%s belongs to the same trigger: %s', (url, same) => {
		expect(isSameTrigger(url, 'https://n.example/webhook/id/webhook', 'id/webhook')).toBe(same);
	});

	it.each([
		['https://user:pass@h.example:8443/a/b?token=1#f', 'https://h.example:8443/a/b?…'],
		['https://h.example/a', 'https://h.example/a'],
		['no url', 'an address that is no URL'],
	])('shows %s without what may be secret', (url, shown) => {
		expect(shownUrl(url)).toBe(shown);
	});
});
