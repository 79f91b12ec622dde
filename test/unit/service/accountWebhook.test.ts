import { accountWebhookOf, shownUrl } from '../../../nodes/core/service/accountWebhook';

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

	it.each([
		'',
		'********',
		null,
		'…',
		'***',
		'whs_****1234',
		'abc•••',
		'●●●●',
		'sk_...9f',
		'sk_…9f',
		'xxxxxxxx',
		'XXXX',
	])('has no readable secret in %p', (secret) => {
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
