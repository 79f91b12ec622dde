import { EventEmitter } from 'node:events';

import { deriveWebhookSecret } from '../../../nodes/core/domain/webhookSignature';
import { accountWebhookOf, shownUrl } from '../../../nodes/core/service/accountWebhook';
import { Budget } from '../../../nodes/MavapayTrigger/confirm';
import { EventMemory } from '../../../nodes/MavapayTrigger/deduplicate';
import { RateLimitedLog } from '../../../nodes/MavapayTrigger/log';
import { readSecrets, signaturesOf } from '../../../nodes/MavapayTrigger/signature';
import { isOwnUrl, isTriggerOfThisN8n } from '../../../nodes/MavapayTrigger/state';

describe('EventMemory', () => {
	const response = (statusCode: number, destroyed = false) => Object.assign(new EventEmitter(), { statusCode, destroyed });
	const noTime = () => 0;

	it.each([
		['a 200 that was sent', 200, ['finish', 'close'], 'seen'],
		['a 204 that was sent', 204, ['finish', 'close'], 'seen'],
		['a 500', 500, ['finish', 'close'], 'new'],
		['a redirect', 302, ['finish', 'close'], 'new'],
		['a caller that hung up before', 200, ['close'], 'new'],
	])('after %s an event is %s', async (_what, status, ends, next) => {
		const memory = new EventMemory();
		expect(await memory.begin('a', noTime)).toBe('new');
		const answer = response(status);
		memory.follow('a', answer);
		expect(await memory.begin('a', noTime)).toBe('busy');
		expect(await memory.begin('b', noTime)).toBe('new');
		for (const end of ends) answer.emit(end);
		expect(await memory.begin('a', noTime)).toBe(next);
	});

	it('does not wait for a caller that had hung up already', async () => {
		const memory = new EventMemory();
		await memory.begin('a', noTime);
		memory.follow('a', response(200, true));
		expect(await memory.begin('a', noTime)).toBe('new');
	});

	it('lets deliveries at the same time wait for the first, and one of them go on where it failed', async () => {
		const memory = new EventMemory();
		const answers = [response(500), response(200)];
		await memory.begin('a', noTime);
		memory.follow('a', answers[0] ?? response(0));
		const others = Array.from({ length: 5 }, () => memory.begin('a', () => 60_000));
		answers[0]?.emit('finish');
		const second = await Promise.race(others);
		expect(second).toBe('new');
		memory.follow('a', answers[1] ?? response(0));
		answers[1]?.emit('finish');
		expect((await Promise.all(others)).sort()).toEqual(['new', 'seen', 'seen', 'seen', 'seen']);
	});

	it('stays bounded and lets the oldest go', async () => {
		const memory = new EventMemory();
		const take = async (key: string) => {
			const begun = await memory.begin(key, noTime);
			const answer = response(200);
			if (begun === 'new') memory.follow(key, answer);
			answer.emit('finish');
			return begun;
		};
		for (let count = 0; count < 6_000; count++) expect(await take(`k${count}`)).toBe('new');
		expect([await take('k5999'), await take('k1000'), await take('k999')]).toEqual(['seen', 'seen', 'new']);
	});
});

describe('Budget', () => {
	it('allows so much per minute and scope', () => {
		const budget = new Budget(2);
		const taken = (times: number[], scope = 'a') => times.map((time) => budget.take(scope, time));
		expect(taken([0, 1, 2, 59_999, 60_000, 60_001, 60_002])).toEqual([true, true, false, false, true, true, false]);
		expect(taken([60_002], 'b')).toEqual([true]);
	});

	it('does not stand still when the clock is set back', () => {
		const budget = new Budget(1);
		expect([budget.take('a', 1_000_000), budget.take('a', 5), budget.take('a', 6)]).toEqual([true, true, false]);
	});
});

describe('the URLs of this n8n', () => {
	const id = '7b1c9f6e-3f57-4c39-8d0a-0d5b6c1c2a10';
	const other = '11111111-3f57-4c39-8d0a-0d5b6c1c2a10';
	const contextAt = (url: string) =>
		({ getNodeWebhookUrl: () => url, getNode: () => ({ webhookId: id, id: 'n', name: 'Trigger' }), getWorkflow: () => ({ id: 'w' }) }) as never;
	const context = contextAt(`https://n.example/base/webhook/${id}/webhook`);

	it.each([
		[`https://n.example/base/webhook/${id}/webhook`, true, true],
		[`https://n.example/base/webhook-test/${id}/webhook`, true, true],
		[`https://n.example/base/webhook/${id}/webhook?x=1`, true, true],
		[`https://n.example/base/webhook/${other}/webhook`, false, true],
		[`https://n.example/base/webhook-test/${other}/webhook`, false, true],
		[`https://n.example/webhook/${other}/webhook`, false, false],
		[`https://n.example/base/more/webhook/${other}/webhook`, false, false],
		[`https://other.example/base/webhook/${id}/webhook`, false, false],
		[`http://n.example/base/webhook/${id}/webhook`, false, false],
		[`https://n.example:8443/base/webhook/${id}/webhook`, false, false],
		[`https://n.example/base/webhook/${other}`, false, false],
		['https://n.example/base/webhook/shop/webhook', false, false],
		[`https://n.example/base/webhook/${id}/webhook/more`, false, false],
		['no url', false, false],
	])('%s is this trigger: %s, and one of this n8n: %s', (url, own, ofThisN8n) => {
		expect([isOwnUrl(context, url), isTriggerOfThisN8n(context, url)]).toEqual([own, ofThisN8n]);
	});

	it('are none where n8n gave this trigger no URL', () => {
		expect(isTriggerOfThisN8n(contextAt(''), `https://n.example/webhook/${other}/webhook`)).toBe(false);
	});
});

describe('RateLimitedLog', () => {
	it('lets one line of a kind through per minute and counts the others', () => {
		const log = new RateLimitedLog();
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

describe("the account's webhook", () => {
	const profile = (webhook: null | { [key: string]: string | boolean | null } | { [key: string]: string }[]) => ({
		account: { webhook },
	});

	it('is read from the profile, also from a list', () => {
		const webhook = { id: 'w', url: 'https://a.example/x', secret: 's', isActive: true };
		const shown = { url: 'https://a.example/x', secret: 's', isActive: true };
		expect(accountWebhookOf(profile(webhook))).toEqual(shown);
		expect(accountWebhookOf({ account: { webhook: [webhook] } })).toEqual(shown);
		expect(accountWebhookOf({ account: { webhook: [{ url: '' }, webhook] } })).toEqual(shown);
	});

	it('is empty where no URL is set', () => {
		expect(accountWebhookOf(profile(null))).toBeNull();
		expect(accountWebhookOf(profile([]))).toBeNull();
		expect(accountWebhookOf(profile({ url: '', secret: 's' }))).toBeNull();
		expect(accountWebhookOf({ account: {} })).toBeNull();
		expect(accountWebhookOf(profile([{ url: '' }]))).toBeNull();
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
		expect(() => accountWebhookOf(data)).toThrow("doesn't say whether the account has a webhook");
	});

	it.each(['', '********', null, '…', '***', 'whs_****1234', 'abc•••', '●●●●', 'sk_...9f', 'sk_…9f', 'xxxxxxxx', 'XXXX'])('has no readable secret in %p', (secret) => {
		expect(accountWebhookOf(profile({ url: 'https://a.example/x', secret }))?.secret).toBeNull();
	});

	it.each(['a*b', 'a.b.c', 'xylophone', 'boxxx', 's'])('has the secret %p as it is', (secret) => {
		expect(accountWebhookOf(profile({ url: 'https://a.example/x', secret }))?.secret).toBe(secret);
	});

	it.each([
		['https://user:pass@h.example:8443/a/b?token=1#f', 'https://h.example:8443/a/b?…'],
		['https://h.example/a', 'https://h.example/a'],
		['no url', 'an address that is not a URL'],
	])('shows %s without what may be secret', (url, shown) => {
		expect(shownUrl(url)).toBe(shown);
	});
});

describe('signaturesOf', () => {
	it.each([
		[{ 'x-mavapay-signature': 'a', 'x-webhook-signature': 'b', 'x-signature': 'c' }, ['a', 'b']],
		[{ 'x-webhook-signature': 'b', 'x-signature': 'c' }, ['b']],
		[{ 'x-signature': 'c' }, []],
		[{}, []],
		[{ 'x-mavapay-signature': ['c', 'd'] }, [['c', 'd']]],
		[{ 'x-mavapay-signature': '' }, ['']],
	])('finds the known names in %j', (headers, found) => {
		expect(signaturesOf(headers)).toEqual(found);
	});

	it('finds no inherited member', () => {
		expect(signaturesOf(Object.create({ 'x-mavapay-signature': 'a' }))).toEqual([]);
	});
});
