/** A claim as people are given it: one short text that is bound to its reference. */
import { NOT_YET, readClaim, writeClaim, type GivenClaim } from '../../../nodes/core/record/claimText';

const KEY = 'mavapay:1:SBGqvuThg8xJz3pRg_8_TzpzG8DGR2jTm7cVQ7mNDVA';
const given: GivenClaim = { generation: 3, minute: 29_889_762 };

test.each<GivenClaim>([
	given,
	{ ...given, amount: '0123456789ab' },
	{ generation: 0, minute: 0 },
	{ generation: NOT_YET, minute: 0, prepared: 'ab'.repeat(64) },
	{ ...given, likeRow: { chain: '0123_56789-BCDEF', day: 20_781, number: 70_000 }, amount: '0123456789ab' },
])('is read as it was written: %o', (one) => {
	const text = writeClaim(KEY, one);
	expect(readClaim(KEY, text)).toEqual(one);
	expect(readClaim(KEY, ` ${text}\n`)).toEqual(one);
	// The text starts with a letter, so no spreadsheet reads it as a formula. It needs no escaping in a link.
	expect(text).toMatch(/^k[\w-]+$/);
});

test('never changes, or those in mails and forms would be refused', () => {
	expect(writeClaim(KEY, given)).toBe('k3m29889762c1bc7ce37beef');
});

test('tells one from another', () => {
	const amount = '0123456789ab';
	const texts = [
		given,
		{ ...given, amount },
		{ ...given, amount: amount.replace('0', '1') },
		{ ...given, generation: 4 },
		{ ...given, minute: 1 },
	];
	expect(new Set(texts.map((one) => writeClaim(KEY, one))).size).toBe(5);
});

test('is none of another reference', () => {
	expect(readClaim(`${KEY}x`, writeClaim(KEY, given))).toBeNull();
});

test.each(['', ' ', 'claim', 'kAAAAwHIFOI', 'kNaNmNaNc', '%%%', 'ü'.repeat(19), '0'.repeat(19), 'k'.repeat(5_000)])(
	'"%s" is none',
	(text) => {
		expect(readClaim(KEY, text)).toBeNull();
	},
);

test('changed anywhere it is none', () => {
	const text = writeClaim(KEY, given);
	for (let place = 0; place < text.length; place++)
		for (const letter of ['A', 'z', '+', '=', ' '])
			if (text[place] !== letter)
				expect(readClaim(KEY, `${text.slice(0, place)}${letter}${text.slice(place + 1)}`)).toBeNull();
	for (const other of [text.slice(0, -1), `${text}A`, `${text}=`, text.toUpperCase()])
		expect(readClaim(KEY, other)).toBeNull();
});
