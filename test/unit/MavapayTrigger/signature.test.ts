import { deriveWebhookSecret } from '../../../nodes/core/events/webhookSignature';
import { readSecrets, signaturesOf } from '../../../nodes/MavapayTrigger/signature';

describe('readSecrets', () => {
	const given = { webhookSigningSecret: 's', previousWebhookSigningSecret: 'old' };

	it('derives one from the API key, the same each time', () => {
		const secrets = readSecrets({ apiKey: ' key ', webhookSigningSecret: ' ' }, 'id');
		expect(secrets).toEqual({
			ok: true,
			value: { current: deriveWebhookSecret({ apiKey: 'key', webhookId: 'id' }), previous: null, sealing: ['key'] },
		});
	});

	it('prefers the one in the credential', () => {
		expect(readSecrets({ apiKey: 'key', ...given }, 'id')).toEqual({
			ok: true,
			value: { current: 's', previous: 'old', sealing: ['key'] },
		});
	});

	it('seals with the signing secrets where there is no API key', () => {
		const fields = { authentication: 'bearerToken', apiKey: 'left over', ...given };
		expect(readSecrets(fields, 'id')).toMatchObject({ value: { sealing: ['s', 'old'] } });
	});

	it.each([
		[{ authentication: 'bearerToken', apiKey: 'left over' }, 'automatic'],
		[{ apiKey: '' }, 'automatic'],
		[{ apiKey: 'key' }, 'manual'],
	] as const)('refuses %j (%s) without a secret', (fields, registration) => {
		expect(readSecrets(fields, 'id', registration)).toMatchObject({
			ok: false,
			reason: expect.stringContaining("'Webhook Signing Secret' is empty"),
		});
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
