import { redactor, MASK, redactSecrets } from '../../../nodes/core/domain/redact';

describe('redactSecrets', () => {
	it('masks keys, secrets and tokens at any depth, and leaves the rest and the original', () => {
		const profile = {
			name: 'Ada',
			apiKey: 'k',
			list: [{ webhook: { url: 'u', secret: 's' } }, 'text', null],
			api_key: 'k',
			accessToken: 't',
		};
		expect(redactSecrets(profile)).toEqual({
			name: 'Ada',
			apiKey: MASK,
			list: [{ webhook: { url: 'u', secret: MASK } }, 'text', null],
			api_key: MASK,
			accessToken: MASK,
		});
		expect(profile.apiKey).toBe('k');
	});

	it.each([
		'apiKeys',
		'secretKey',
		'apiSecret',
		'signing_key',
		'webhookToken',
		'XAPIKEY',
		'api-key',
		'accessKey',
		'keys',
		'passphrase',
	])('masks %s, which a new version of Mavapay may have', (name) => {
		expect(redactSecrets({ [name]: [{ id: 1, key: 'k' }] })).toEqual({ [name]: MASK });
	});

	it('leaves what is blank, so that an absent secret shows as absent', () => {
		expect(redactSecrets({ secret: '', apiKey: null })).toEqual({ secret: '', apiKey: null });
	});
});

describe('redactor', () => {
	it.each([
		['a key is a-long-key!', ['a-long-key'], `a key is ${MASK}!`],
		['a-long-key a-long-key', ['a-long-key'], `${MASK} ${MASK}`],
		['a-long-key-2', ['a-long-key', 'a-long-key-2'], MASK],
		['a-long-key-2', ['a-long-key-2', 'a-long-key'], MASK],
		['$& (a+b)+c', ['(a+b)+c$'], '$& (a+b)+c'],
		['a key', ['a', ''], 'a key'],
		['the seven 7! sevens', ['seven 7'], `the ${MASK}! sevens`],
		['sevens', ['seven'], 'sevens'],
		['a (b1) c', ['(b1)'], `a ${MASK} c`],
		['odd', ['odd'], 'odd'],
		['a x-1/y. b', ['x-1/y.'], `a ${MASK} b`],
		['a {$^}! b', ['{$^}!'], `a ${MASK} b`],
		['eight: 8', ['eight: 8'], MASK],
		['{"secret":"with \\"quotes\\""}', ['with "quotes"'], `{"secret":"${MASK}"}`],
	])('%s without %j', (text, secrets, shown) => {
		const given = [...secrets];
		expect(redactor(given)(text)).toBe(shown);
		expect(given).toEqual(secrets);
	});
});
