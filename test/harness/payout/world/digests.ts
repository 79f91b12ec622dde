/** Digests by text. Thousands of simulations hash the same few texts, so each text is hashed only once. */
const mockDigests = new Map<string, string>();

jest.mock('node:crypto', () => {
	const real = jest.requireActual<typeof import('node:crypto')>('node:crypto');
	const createHash = (algorithm: string) => ({
		update: (text: string) => ({
			digest(encoding: 'hex' | 'base64url') {
				const key = `${algorithm} ${encoding} ${text}`;
				const digest = mockDigests.get(key) ?? real.createHash(algorithm).update(text).digest(encoding);
				mockDigests.set(key, digest);
				return digest;
			},
		}),
	});
	return Object.create(real, { createHash: { value: createHash } });
});

export {};
