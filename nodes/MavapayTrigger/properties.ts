import type { INodeProperties } from 'n8n-workflow';

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description: 'Only events that pass every filter start the workflow',
	options: [
		{
			displayName: 'Currency',
			name: 'currency',
			type: 'options',
			options: [
				{ name: 'BTC', value: 'BTC' },
				{ name: 'GHS', value: 'GHS' },
				{ name: 'KES', value: 'KES' },
				{ name: 'NGN', value: 'NGN' },
				{ name: 'USD', value: 'USD' },
				{ name: 'USDT', value: 'USDT' },
				{ name: 'ZAR', value: 'ZAR' },
			],
			default: 'NGN',
		},
		{
			displayName: 'Customer Reference',
			name: 'customerReference',
			type: 'string',
			default: '',
			placeholder: 'e.g. order-1234567890',
			description: 'Your own identifier, as you gave it with the quote or withdrawal',
		},
		{
			displayName: 'Customer Reference Match',
			name: 'customerReferenceMatch',
			type: 'options',
			options: [
				{ name: 'Equals', value: 'equals' },
				{
					name: 'Regular Expression',
					value: 'regularExpression',
					description: 'Found anywhere in the reference; look-around and back references are not supported',
				},
				{ name: 'Starts With', value: 'startsWith' },
			],
			default: 'equals',
			description: "How 'Customer Reference' is compared",
		},
		{
			displayName: 'Minimum Amount',
			name: 'minimumAmount',
			type: 'string',
			default: '',
			placeholder: 'e.g. 100000',
			description:
				"In the lowest unit of 'Currency', which is needed as well: kobo, cent, pesewa, satoshi or USDT cent. 100000 is 1,000.00 NGN.",
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'multiOptions',
			options: [
				{ name: 'Failed', value: 'FAILED' },
				{ name: 'Pending', value: 'PENDING' },
				{ name: 'Success', value: 'SUCCESS' },
			],
			default: [],
			description: 'There is no separate event for a payment that failed: its status says so',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'multiOptions',
			options: [
				{ name: 'Deposit', value: 'DEPOSIT' },
				{ name: 'Settlement', value: 'SETTLEMENT' },
				{ name: 'Withdrawal', value: 'WITHDRAWAL' },
			],
			default: [],
		},
	],
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Confirm with Service',
			name: 'confirmWithService',
			type: 'boolean',
			default: false,
			description:
				"Whether Mavapay is asked for the event's transaction before the workflow starts. Always done unless 'Signature Check' is Required.",
		},
		{
			displayName: 'Deduplicate',
			name: 'deduplicate',
			type: 'boolean',
			default: true,
			description: 'Whether an event that is delivered again is dropped, if it is among the last 5,000 (after a restart of n8n the last 1,000). Not shared between the webhook processes of queue mode.',
		},
		{
			displayName: 'Replace Webhook While Testing',
			name: 'takeSlotWhileTesting',
			type: 'boolean',
			default: false,
			description:
				'Whether listening for a test event may replace the webhook of the account. Live events then go to the editor, until one came or two minutes are over; after that the earlier webhook is put back.',
		},
		{
			displayName: 'Signature Check',
			name: 'signatureCheck',
			type: 'options',
			options: [
				{ name: 'Off', value: 'off', description: 'Every event is confirmed with Mavapay instead' },
				{ name: 'Required', value: 'required', description: 'Events without a right signature are refused' },
				{
					name: 'When Present',
					value: 'whenPresent',
					description: 'A wrong signature is refused; every event is confirmed with Mavapay',
				},
			],
			default: 'required',
		},
		{
			displayName: 'Signature Header',
			name: 'signatureHeader',
			type: 'string',
			default: '',
			placeholder: 'e.g. X-Mavapay-Signature',
			description: 'Name of the header that holds the signature. Left empty, the known names are tried.',
		},
		{
			displayName: 'Signed Text',
			name: 'signedText',
			type: 'options',
			options: [
				{ name: 'Body', value: 'body', description: 'The whole body as received' },
				{ name: 'Data', value: 'data', description: "The body's member 'data' as received" },
			],
			default: 'body',
			description: 'What the signature is made over',
		},
	],
};

/** The parameters of the trigger; contract 7. */
export const triggerProperties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{ name: 'Any Event', value: '*', description: 'Also kinds that are not listed here' },
			{ name: 'Payment Link Settled', value: 'payment_link.settled', description: 'A payment through a payment link is fully settled' },
			{ name: 'Payment Received', value: 'payment.received', description: 'Mavapay has received money' },
			{ name: 'Payment Sent', value: 'payment.sent', description: 'Mavapay has sent money to the beneficiary, or failed to' },
		],
		default: ['*'],
	},
	{
		displayName: 'Registration',
		name: 'registration',
		type: 'options',
		options: [
			{ name: 'Automatic', value: 'automatic', description: 'The webhook is set at Mavapay when the workflow is activated' },
			{ name: 'Manual', value: 'manual', description: 'You set the webhook yourself, with the URL above and the secret of the credential' },
		],
		default: 'automatic',
	},
	{
		displayName:
			"Give Mavapay the production URL from 'Webhook URLs' above, and the 'Webhook Signing Secret' of the credential. This node changes nothing at Mavapay.",
		name: 'manualNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { registration: ['manual'] } },
	},
	{
		displayName: 'Replace Existing Webhook',
		name: 'replaceExisting',
		type: 'boolean',
		default: false,
		description:
			'Whether activation may replace another webhook of the account, which has only one. It is put back on deactivation. Left off, activation stops and names it.',
		displayOptions: { show: { registration: ['automatic'] } },
	},
	filters,
	options,
];
