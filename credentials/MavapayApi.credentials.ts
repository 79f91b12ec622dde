import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { readKeyRules } from '../nodes/core/payees/keyRules';
import { testRules } from '../nodes/core/n8n/adapter';
import { authenticationHeaders, BASE_URLS, isOwn, ONLY_OWN, readDeployment } from '../nodes/core/service/deployments';

const only = (field: string, value: string) => ({ show: { [field]: [value] } });

/** Settings of the fields for the API key's rules: several lines, no expressions. An empty field sets no rule. */
const LINES = { type: 'string', typeOptions: { rows: 2 }, noDataExpression: true, default: '' } as const;

/** Messages of the credential test, by HTTP status or by the `status` in a response's body. */
const onCode = (value: number, message: string) => ({ type: 'responseCode' as const, properties: { value, message } });
const onStatus = (value: string | undefined, message: string) => ({
	type: 'responseSuccessBody' as const,
	properties: { key: 'status', value, message },
});

const TEST_PATH = '/wallet';

/** Whether a request is n8n's test of the credential: the only request to which n8n gives a base URL. */
function isTest({ baseURL, url, method = 'GET', body }: IHttpRequestOptions, baseUrl: string): boolean {
	const tested = readDeployment({ deployment: 'custom', baseUrl: baseURL });
	const isOwnAddress = tested.ok && tested.value.baseUrl === baseUrl;
	return isOwnAddress && url === TEST_PATH && method === 'GET' && body === undefined;
}

export class MavapayApi implements ICredentialType {
	name = 'mavapayApi';

	displayName = 'Mavapay API';

	icon = { light: 'file:../icons/mavapay.svg', dark: 'file:../icons/mavapay.dark.svg' } as const;

	documentationUrl = 'https://n8n-nodes-mavapay.github.io/n8n-nodes-mavapay/reference/credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Deployment',
			name: 'deployment',
			type: 'options',
			options: [
				{ name: 'Custom', value: 'custom', description: "Any other address, such as this package's sandbox" },
				{ name: 'Live', value: 'live', description: 'Moves real money' },
				{ name: 'Staging', value: 'staging', description: 'For testing, with signet invoices' },
			],
			default: 'staging',
			hint: 'If the test shows only a code, such as ECONNREFUSED or ENOTFOUND, no server answered and the key was not checked',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/api/v1',
			description:
				"Mavapay's address with its path, such as /api/v1. Must use https, except for localhost. Payments count as real money, even to a mock server on localhost, unless the API key begins with sandbox_. Use a separate workflow for a mock.",
			displayOptions: only('deployment', 'custom'),
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{ name: 'API Key', value: 'apiKey' },
				{ name: 'Bearer Token', value: 'bearerToken' },
			],
			default: 'apiKey',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'A key has 32 characters',
			hint: 'A READ key passes the test and can only list and look up. Payouts need a WRITE key.',
			displayOptions: only('authentication', 'apiKey'),
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			displayOptions: only('authentication', 'bearerToken'),
		},
		{
			displayName: 'Webhook Signing Secret',
			name: 'webhookSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				"The secret that signs payment events. Leave empty to let the trigger derive one from the API key. Required with a bearer token, and with 'Registration' set to Manual. Use a different one for each deployment: an event doesn't say where it comes from.",
		},
		{
			displayName:
				'Rules for this key, all off until filled in. They apply in every workflow, sub-workflow and AI tool, and no node can lift them.',
			name: 'rulesForPayments',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Allowed Payees',
			name: 'allowedPayees',
			...LINES,
			typeOptions: { rows: 4 },
			placeholder: 'e.g. 000013:0123456789 max NGN 20000 until 2026-12-31',
			description:
				'The only payees for payments, quotes, payment links and new bank accounts, one per line: a bank account as bankCode:accountNumber, an address, or the public key of a Lightning node. You can add a maximum per payment and a last day: max NGN 20000 until 2026-12-31.',
		},
		{
			displayName: 'Most per Payment',
			name: 'mostPerPayment',
			...LINES,
			placeholder: 'e.g. NGN 500000',
			description:
				'The most that one payment can be, not counting fees, one currency per line. Once filled in, other currencies are refused.',
		},
		{
			displayName: 'Most per Day',
			name: 'mostPerDay',
			...LINES,
			placeholder: 'e.g. NGN 2000000',
			description:
				"The most that a workflow can pay in a day (UTC), not counting fees, one currency per line. A payment that may have been made counts, unless Mavapay says that it failed. Once filled in, other currencies are refused. Each workflow counts its own payments; with one workflow in 'Allowed Workflows', this is a limit for the key.",
		},
		{
			displayName: 'Most per Month',
			name: 'mostPerMonth',
			...LINES,
			placeholder: 'e.g. NGN 20000000',
			description: "As 'Most per Day', for a calendar month (UTC)",
		},
		{
			displayName: 'Approval Above',
			name: 'approvalAbove',
			...LINES,
			placeholder: 'e.g. NGN 100000',
			description:
				"Payments above this need 'Approval Digest' and 'Approved By'. One currency per line; each payment counts by itself. Once filled in, all payments in other currencies need an approval. AI tools, quotes with Automatic Payout, payment links and new bank accounts can't carry an approval and are refused.",
		},
		{
			displayName: 'Allowed Workflows',
			name: 'allowedWorkflows',
			...LINES,
			placeholder: 'e.g. 3f9KcQm7Zr1TbXwY',
			description:
				"The only workflows that can pay, one ID per line. The ID is the last part of a workflow's address in n8n.",
		},
		{
			displayName: 'Repeats Within (Days)',
			name: 'repeatsWithinDays',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 31, numberPrecision: 0 },
			noDataExpression: true,
			default: 0,
			description:
				"For this many days, today included, the same amount to the same payee under another reference is refused, unless an approved run allows repeats. 0 leaves the check to the node. Each workflow knows only its own payments; those in NGN and ZAR are also compared with Mavapay's list.",
		},
		{
			displayName: 'Only while you change the secret',
			name: 'whileChanging',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Previous Webhook Signing Secret',
			name: 'previousWebhookSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Events signed with it are still accepted',
		},
	];

	/** The nodes that use this credential. n8n sets them, except for a package in its custom extensions folder. */
	declare readonly supportedNodes?: string[];

	/** Lets only `supportedNodes` use this credential. Undefined without that list: no node could then use it. */
	declare readonly restrictToSupportedNodes?: true;

	/** Hides n8n's field for addresses to which its HTTP Request node may send the key. `authenticate` allows none. */
	hideDomainRestrictionFields = true;

	constructor() {
		const get = () => (this.supportedNodes === undefined ? undefined : true);
		Object.defineProperty(this, 'restrictToSupportedNodes', { get, enumerable: true });
	}

	/**
	 * Adds the API key's header to this package's requests and to n8n's test of the credential. Refuses any other request
	 * by n8n, to any address. The API key is checked here, because HTTP would alter an invalid one. The key's rules are
	 * checked in the test's request, since n8n's test has no other place for that.
	 */
	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const deployment = readDeployment(credentials);
		if (!deployment.ok) throw new Error(deployment.reason);
		if (!isOwn(requestOptions)) {
			if (!isTest(requestOptions, deployment.value.baseUrl)) throw new Error(ONLY_OWN);
			const { problem } = readKeyRules(credentials);
			if (problem !== null) throw new Error(`No payment is possible: ${problem}.`);
		}
		const headers = authenticationHeaders(credentials);
		if (!headers.ok) throw new Error(headers.reason);
		return { ...requestOptions, headers: { ...requestOptions.headers, ...headers.value } };
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ $credentials.deployment === "custom" ? $credentials.baseUrl.trim().replace(/\\/+$/, "") : $credentials.deployment === "live" ? "${BASE_URLS.live}" : "${BASE_URLS.staging}" }}`,
			url: TEST_PATH,
			// If a redirect were followed, its target would receive the key, too.
			disableFollowRedirect: true,
		},
		rules: testRules(
			onCode(401, "Mavapay doesn't accept this key. Check that it is complete and belongs to the chosen deployment."),
			onCode(403, "Mavapay knows this key, but doesn't let it read wallets. Use a key with the role READ or WRITE."),
			onCode(
				404,
				"There is no Mavapay API at this address. Check 'Deployment', and the path of 'Base URL', which usually ends in /api/v1.",
			),
			onStatus('error', 'Mavapay rejected the request. Check the key and the chosen deployment.'),
			onStatus(
				undefined,
				"The response isn't from Mavapay's API: it may be a web page. Check 'Deployment' and 'Base URL'.",
			),
		),
	};
}
