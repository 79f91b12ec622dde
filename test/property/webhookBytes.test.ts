import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { signBody, verifyBody } from '../../nodes/core/events/webhookSignature';

const secret = fc.string({ minLength: 1, maxLength: 40, unit: 'binary' });
const bytes = fc.uint8Array({ maxLength: 200 });

/** Whether the header is a valid signature of these bytes, or of the JSON in them written in another way. */
const isSigned = ({
	header,
	...rest
}: {
	bytes: Uint8Array;
	header: unknown;
	secrets: ReadonlyArray<string | undefined>;
}) => verifyBody({ ...rest, signatures: [header] }) !== null;

test('a signature passes in every form, under any place of its secret, for its own bytes only', () => {
	fc.assert(
		fc.property(
			bytes,
			secret,
			fc.array(fc.option(secret, { nil: undefined }), { maxLength: 3 }),
			fc.boolean(),
			fc.constantFrom('', 'sha256=', 'SHA256='),
			(body, key, others, asBase64, prefix) => {
				const header = `${prefix}${createHmac('sha256', key)
					.update(body)
					.digest(asBase64 ? 'base64' : 'hex')}`;
				expect(isSigned({ bytes: body, header, secrets: [...others, key] })).toBe(true);
				const others2 = others.filter((other) => other !== key);
				expect(isSigned({ bytes: body, header, secrets: others2 })).toBe(false);
				expect(isSigned({ bytes: Buffer.concat([body, Buffer.from([0])]), header, secrets: [key] })).toBe(false);
			},
		),
	);
});

test('one changed character of a signature never passes', () => {
	fc.assert(
		fc.property(bytes, secret, fc.nat(63), fc.constantFrom(...'0123456789abcdef'), (body, key, at, digit) => {
			const header = signBody({ bytes: body, secret: key });
			const changed = header.slice(0, at) + digit + header.slice(at + 1);
			expect(isSigned({ bytes: body, header: changed, secrets: [key] })).toBe(changed === header);
		}),
	);
});

test('no header throws, and none that was not signed passes', () => {
	const hexLike = fc
		.array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: 60, maxLength: 68 })
		.map((list) => list.join(''));
	const base64Like = fc.uint8Array({ minLength: 30, maxLength: 34 }).map((raw) => Buffer.from(raw).toString('base64'));
	const header = fc.oneof(
		fc.anything(),
		fc.string({ unit: 'binary', maxLength: 400 }),
		hexLike,
		base64Like,
		hexLike.map((text) => `sha256=${text}`),
	);
	fc.assert(
		fc.property(bytes, header, fc.array(secret, { maxLength: 3 }), (body, value, secrets) => {
			expect(isSigned({ bytes: body, header: value, secrets })).toBe(false);
		}),
	);
});
