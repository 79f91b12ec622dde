import { createHmac } from 'node:crypto';
import {
	deriveWebhookSecret,
	fingerprint,
	openSecret,
	sealSecret,
	signBody,
	verifyBody,
} from '../../../nodes/core/events/webhookSignature';
import { reasonOf, valueOf } from '../../harness/results';

/** RFC 4231, test case 2. */
const KEY = 'Jefe';
const DATA = Buffer.from('what do ya want for nothing?');
const MAC = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
const BASE64 = Buffer.from(MAC, 'hex').toString('base64');

describe('signBody', () => {
	it('is HMAC-SHA256 in lower-case hex', () => {
		expect(signBody({ bytes: DATA, secret: KEY })).toBe(MAC);
	});

	it('signs bytes, not text', () => {
		const bytes = Uint8Array.from([0xff, 0x00, 0xfe]);
		expect(signBody({ bytes, secret: 'ключ' })).toBe(createHmac('sha256', 'ключ').update(bytes).digest('hex'));
	});
});

/** The documented ping, signed under the secret `secret`: docs/reference/interface.md#signature. */
const PING = '{"event":"ping","data":{"message":"This is a test webhook event","timestamp":"2021-07-01T12:00:00Z"}}';
const PING_MAC = '63e4d18230c930f739595fba20972689ce42d2d48e9b57d36146022e51222544';

describe('verifyBody', () => {
	const verify = (header: unknown, secrets: ReadonlyArray<string | undefined> = [KEY], bytes: Uint8Array = DATA) =>
		verifyBody({ bytes, signatures: [header], secrets }) !== null;

	it('takes the documented ping', () => {
		const bytes = Buffer.from(PING);
		expect(signBody({ bytes, secret: 'secret' })).toBe(PING_MAC);
		expect(verifyBody({ bytes, signatures: [PING_MAC], secrets: ['other', 'secret'] })).toBe(bytes);
	});

	it('takes it in other JSON as well, and then vouches for the JSON that was signed', () => {
		const forms = [
			JSON.stringify(JSON.parse(PING), null, '\t'),
			` ${PING}\n`,
			PING.replace('ping', '\\u0070ing'),
			PING.replace('{"event"', '{"event":1,"event"'),
		];
		for (const form of forms) {
			const signed = verifyBody({ bytes: Buffer.from(form), signatures: [PING_MAC], secrets: ['secret'] });
			expect(Buffer.from(signed ?? []).toString()).toBe(PING);
		}
		const others = [
			PING.replace('test', 'TEST'),
			PING.slice(0, -1),
			`[${PING}]`,
			PING.replace('"data"', '"Data"'),
			`\ufeff${PING}`,
		];
		for (const other of others) expect(verify(PING_MAC, ['secret'], Buffer.from(other))).toBe(false);
	});

	it('takes no other text in other JSON, no byte order mark before it, and no bytes that are no UTF-8', () => {
		for (const form of [` ${PING.replace('test', 'TEST')}`, `\ufeff ${PING}`])
			expect(verify(PING_MAC, ['secret'], Buffer.from(form))).toBe(false);
		const broken = Buffer.from(' {"event":"ping\u00ff"}', 'latin1');
		const repaired = signBody({ bytes: Buffer.from('{"event":"ping\ufffd"}'), secret: KEY });
		expect(verify(repaired, [KEY], broken)).toBe(false);
	});

	it('prefers the bytes as they came', () => {
		const spaced = Buffer.from(` ${PING}`);
		const signatures = [PING_MAC, signBody({ bytes: spaced, secret: 'secret' })];
		expect(verifyBody({ bytes: spaced, signatures, secrets: ['secret'] })).toBe(spaced);
	});

	it('vouches for nothing that JavaScript writes otherwise: what can not be written is not signed', () => {
		const bytes = Buffer.from('{"amount":1e999}');
		const signed = verifyBody({
			bytes,
			signatures: [signBody({ bytes: Buffer.from('{"amount":null}'), secret: KEY })],
			secrets: [KEY],
		});
		expect(Buffer.from(signed ?? []).toString()).toBe('{"amount":null}');
	});

	it('tries another form of up to 64 kB', () => {
		const written = (letters: number) => `{"event":"${'x'.repeat(letters)}"}`;
		const most = 65_536 - ` ${written(0)}`.length;
		const verdicts = [most, most + 1].map((letters) => {
			const header = signBody({ bytes: Buffer.from(written(letters)), secret: KEY });
			return [` ${written(letters)}`, written(letters)].map((form) => verify(header, [KEY], Buffer.from(form)));
		});
		expect(verdicts).toEqual([
			[true, true],
			[false, true],
		]);
	});

	it('takes one of several signatures', () => {
		expect(verifyBody({ bytes: DATA, signatures: ['0'.repeat(64), MAC], secrets: [KEY] })).not.toBeNull();
		expect(verifyBody({ bytes: DATA, signatures: [], secrets: [KEY] })).toBeNull();
	});

	it('does not throw at JSON nested too deep to be written', () => {
		const deep = Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
		expect(verify(MAC, [KEY], deep)).toBe(false);
		expect(verify(signBody({ bytes: deep, secret: KEY }), [KEY], deep)).toBe(true);
	});

	it.each([MAC, MAC.toUpperCase(), BASE64, `sha256=${MAC}`, `SHA256=${MAC}`, `sha256=${BASE64}`, ` ${MAC}\t`])(
		'passes %p',
		(header) => {
			expect(verify(header)).toBe(true);
		},
	);

	it('passes under any of the secrets', () => {
		expect(verify(MAC, ['other', KEY])).toBe(true);
		expect(verify(MAC, [KEY, 'other'])).toBe(true);
		expect(verify(MAC, [undefined, '', KEY])).toBe(true);
	});

	it('fails without the right secret', () => {
		expect(verify(MAC, [])).toBe(false);
		expect(verify(MAC, [undefined])).toBe(false);
		expect(verify(MAC, ['other', 'jefe'])).toBe(false);
		const unkeyed = createHmac('sha256', '').update(DATA).digest('hex');
		expect(verify(unkeyed, ['', undefined])).toBe(false);
	});

	it('fails for other bytes', () => {
		expect(verify(MAC, [KEY], Buffer.from('what do ya want for nothing!'))).toBe(false);
		expect(verify(MAC, [KEY], new Uint8Array())).toBe(false);
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['empty', ''],
		['blank', '  '],
		['the prefix alone', 'sha256='],
		['the prefix twice', `sha256=sha256=${MAC}`],
		['the prefix within', `${MAC.slice(0, 8)}sha256=${MAC.slice(8)}`],
		['another prefix', `sha1=${MAC}`],
		['a list', [MAC]],
		['an object', { toString: () => MAC }],
		['a number', 5],
		['cut', MAC.slice(0, 63)],
		['longer', `${MAC}0`],
		['over-long', `${MAC}${' '.repeat(300)}`],
		['huge', 'a'.repeat(1_000_000)],
		['two of them', `${MAC},${MAC}`],
		['lower-case base64', BASE64.toLowerCase()],
		['base64 without padding', BASE64.replace('=', '')],
		['base64url', BASE64.replace(/\+/g, '-').replace(/\//g, '_').replace('=', '')],
		['unicode', '\u{1f600}'.repeat(32)],
		['full-width digits', MAC.replace(/5/g, '\uff15')],
		['a lone surrogate', '\ud800'],
	])('fails for %s, and does not throw', (_, header) => {
		expect(verify(header)).toBe(false);
	});

	it('takes headers of up to 256 characters, blanks included', () => {
		expect(verify(MAC + ' '.repeat(192))).toBe(true);
		expect(verify(MAC + ' '.repeat(193))).toBe(false);
	});
});

describe('deriveWebhookSecret', () => {
	const derived = (apiKey: string, webhookId: string) => deriveWebhookSecret({ apiKey, webhookId });

	it('is stable for a key and a trigger, because it is stored nowhere', () => {
		expect(derived('key-1', 'hook-1')).toBe('6b88b7032a96f581d102688941dd949a776ead56f4adf29d33eb9da2571d3aba');
	});

	it('differs by key and by trigger, and is no plain HMAC of the id', () => {
		const secret = derived('key-1', 'hook-1');
		expect(derived('key-2', 'hook-1')).not.toBe(secret);
		expect(derived('key-1', 'hook-2')).not.toBe(secret);
		expect(createHmac('sha256', 'key-1').update('hook-1').digest('hex')).not.toBe(secret);
	});
});

describe('sealSecret and openSecret', () => {
	const apiKey = 'key-1';
	const sealed = sealSecret({ secret: 'whsec Ọ 🙂', apiKey });

	it('gives back what was sealed', () => {
		expect(valueOf(openSecret({ sealed, apiKey }))).toBe('whsec Ọ 🙂');
		expect(valueOf(openSecret({ sealed: sealSecret({ secret: '', apiKey }), apiKey }))).toBe('');
	});

	it('opens what an earlier release sealed', () => {
		const stored = '1.aYi-3EuRoWtE8sSFyr1u-J9KMKQW8qbH1eTW-1NkvnHiitE6KmxSrsdMt80TxumIofpC0JU';
		expect(valueOf(openSecret({ sealed: stored, apiKey }))).toBe('whsec Ọ');
	});

	it('hides the secret, and looks different every time', () => {
		expect(Buffer.from(sealed.slice(2), 'base64url').toString('latin1')).not.toContain('whsec');
		expect(sealSecret({ secret: 'whsec Ọ 🙂', apiKey })).not.toBe(sealed);
		expect(sealed).toMatch(/^1\.[A-Za-z0-9_-]+$/);
		const salts = new Set(Array.from({ length: 5 }, () => sealSecret({ secret: 'x', apiKey }).slice(2, 20)));
		expect(salts.size).toBe(5);
	});

	it('does not open under another key', () => {
		expect(reasonOf(openSecret({ sealed, apiKey: 'key-2' }))).toBe("can't be decrypted: it or the API key was changed");
	});

	it('does not open when any byte was changed', () => {
		const bytes = Buffer.from(sealed.slice(2), 'base64url');
		for (let at = 0; at < bytes.length; at += 1) {
			const changed = Buffer.from(bytes);
			changed[at] = (changed[at] ?? 0) ^ 1;
			expect(openSecret({ sealed: `1.${changed.toString('base64url')}`, apiKey }).ok).toBe(false);
		}
	});

	it.each([
		'',
		'1',
		'1.',
		'2.AAAA',
		'x',
		`${'1.'}${'A'.repeat(57)}`,
		'1.AAAA',
		'1.!!!!',
		'1.AAAA.AAAA',
		`1.${'A'.repeat(80)}=`,
		`1.${'A'.repeat(80)}.`,
	])('refuses the form %p', (text) => {
		expect(reasonOf(openSecret({ sealed: text, apiKey }))).toBe('is not in a form that can be decrypted');
	});

	it('does not open a text of another version', () => {
		expect(reasonOf(openSecret({ sealed: sealed.replace(/^1/, '2'), apiKey }))).toBe(
			'is not in a form that can be decrypted',
		);
	});
});

describe('fingerprint', () => {
	it('tells secrets apart without holding them', () => {
		expect(fingerprint('a')).toBe('7183e6d5ade583af');
		expect(fingerprint('a')).not.toBe(fingerprint('b'));
		expect(fingerprint('')).toMatch(/^[0-9a-f]{16}$/);
		expect(fingerprint('a')).not.toBe(createHmac('sha256', 'a').update('a').digest('hex').slice(0, 16));
	});
});
