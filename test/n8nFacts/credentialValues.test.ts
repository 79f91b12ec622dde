/** Facts of n8n 2.41: which values of a credential n8n passes on, and what a credential's test can report. */
import type { ICredentialType, INodeProperties } from 'n8n-workflow';
import { MavapayApi } from '../../credentials/MavapayApi.credentials';
import { TestCredentialsHelper } from '../harness/engine/credentials';

const given = (type: ICredentialType, stored: Record<string, string | number | boolean>) =>
	new TestCredentialsHelper([type], { [type.name]: stored }).withDefaults(type.name, stored);

/** A key's rule, which the next constant hides behind a switch. */
const rule: INodeProperties = { displayName: 'Rule', name: 'rule', type: 'string', default: '' };
const switched: INodeProperties[] = [
	{ displayName: 'Rules', name: 'rules', type: 'boolean', default: false },
	{ ...rule, displayOptions: { show: { rules: [true] } } },
];

test('n8n drops a value that a condition hides before anybody sees it, so a switch would lift a rule', () => {
	const toy: ICredentialType = { name: 'toy', displayName: 'Toy', properties: switched };
	expect(given(toy, { rules: true, rule: 'NGN 1' })).toEqual({ rules: true, rule: 'NGN 1' });
	expect(given(toy, { rules: false, rule: 'NGN 1' })).toEqual({ rules: false });
	expect(given({ ...toy, properties: [rule] }, { rule: 'NGN 1' })).toEqual({ rule: 'NGN 1' });
});

test('no switch and no condition hides a rule of the key or the previous secret, which come last under their headings', () => {
	const type = new MavapayApi();
	const last = type.properties.slice(type.properties.findIndex(({ name }) => name === 'rulesForPayments'));
	const notices = last.flatMap(({ type, displayName }) => (type === 'notice' ? [displayName] : []));
	expect(notices).toEqual([
		expect.stringMatching(/^Rules for this key, all off until filled in\. /),
		'Only while you change the secret',
	]);
	expect(last.at(-1)).toMatchObject({ displayName: 'Previous Webhook Signing Secret' });
	expect(last.filter(({ displayOptions }) => displayOptions !== undefined)).toEqual([]);
	const values = Object.fromEntries(last.flatMap(({ name, type }) => (type === 'notice' ? [] : [[name, 'kept']])));
	for (const deployment of ['staging', 'live', 'custom', ''])
		for (const authentication of ['apiKey', 'bearerToken', ''])
			expect(given(type, { ...values, deployment, authentication })).toMatchObject(values);
});
