import { payoutReadFile } from '../../nodes/Mavapay/operations/payout/readFile';
import { payoutSummarize } from '../../nodes/Mavapay/operations/payout/summarize';
import { money, type Case } from './case';
import { DIGEST, notSent, ready } from './prepare';
import { accepted } from './withdrawal';

const NGN = money('250000', 'NGN');
const NO_LIST = { duplicates: [], notPaid: [] };
/** Summarize's output members for one payout whose text fits into one message. */
const only = (text: string) => {
	const html: unknown = expect.stringContaining('INV-1');
	const rows = [{ number: 1, reference: 'INV-1', line: text.split('\n\n').at(-1) }];
	return { text, html, rows, firstMessages: [], lastMessage: text };
};

const total = { ...NGN, count: 1 };

/** These operations send no request to Mavapay. */
export const payoutCases: readonly Case[] = [
	{
		operation: payoutReadFile,
		items: [
			{ Ref: 'B-1', Name: 'Adaeze Ngozi Okafor', Account: '0123456780', Bank: 'GTBank', Amount: 150000, Status: 'Yes' },
			{ Ref: '', Name: '', Account: '', Bank: '', Amount: '', Status: 'Made by Ada' },
		],
		parameters: {
			readFrom: 'rows',
			payments: 'toBankAccount',
			amountUnit: 'major',
			numberOfPayments: '1',
			totalAmount: '150000',
			columns: 'reference = Ref; Status',
			options: { includeOtherColumns: true },
		},
		requests: [],
		sandbox: {
			output: () => [
				{
					reference: 'B-1',
					amount: '150000.00',
					amountUnit: 'major',
					bank: 'GTBank',
					accountNumber: '0123456780',
					accountName: 'Adaeze Ngozi Okafor',
					narration: null,
					payee: 'Adaeze Ngozi Okafor',
					currency: 'NGN',
					row: 1,
					problem: null,
					others: { Status: 'Yes' },
					file: {
						name: null,
						sheet: null,
						number: 1,
						total: '150000.00',
						currency: 'NGN',
						headings: {
							reference: 'Ref',
							amount: 'Amount',
							bank: 'Bank',
							accountNumber: 'Account',
							accountName: 'Name',
						},
						formulas: 0,
						settled: {
							lines: ['reference = Ref'],
							columns: [{ column: 'Status', values: [{ text: 'Yes', count: 1 }], notPaid: null }],
							unknown: [],
						},
						notRead: {
							files: [],
							sheets: [],
							columns: [],
							lineCount: 1,
							lines: [{ row: 2, text: 'Made by Ada' }],
						},
					},
				},
			],
		},
	},
	{
		operation: payoutSummarize,
		items: [
			{
				payout: notSent,
				prepared: {
					...ready,
					wallet: { currency: 'NGN', balance: '100000', needed: '250000', fees: null, short: '150000' },
				},
				approvalDigest: DIGEST,
			},
		],
		parameters: {},
		requests: [],
		sandbox: {
			output: () => [
				{
					stage: 'prepared',
					count: 1,
					counts: { ready: 1 },
					totals: [total],
					fees: [],
					...NO_LIST,
					wallets: [{ currency: 'NGN', balance: '100000', needed: '250000', fees: null, short: '150000' }],
					approvalDigest: DIGEST,
					...only(
						'1 payout to approve: 2,500.00 NGN, sandbox: no real money.\nTHE NGN WALLET IS 1,500.00 NGN SHORT, before fees: it has 1,000.00 NGN.\nPrepared 24 Nov 2026, 09:06 (UTC).\n\nLOOK FIRST: 1 to a new payee (2,500.00 NGN)\n\n1. 2,500.00 NGN\nTO A NEW PAYEE\nto "ADAEZE CHIOMA OKAFOR"\naccount 0123456789 at Guaranty Trust Bank\nreference "INV-1"',
					),
				},
			],
		},
	},
	{
		operation: payoutSummarize,
		name: 'of payouts that were sent',
		items: [{ id: 't-1', payout: accepted('INV-1', NGN, { payeeHistory: 'known', fees: money('2500', 'NGN') }) }],
		parameters: {},
		requests: [],
		sandbox: {
			output: () => [
				{
					stage: 'paid',
					count: 1,
					counts: { accepted: 1 },
					totals: [total],
					fees: [{ ...money('2500', 'NGN'), count: 1 }],
					...NO_LIST,
					wallets: [],
					approvalDigest: null,
					...only(
						'1 payout accepted by Mavapay: 2,500.00 NGN, fees 25.00 NGN, sandbox: no real money.\nAccepted payouts haven\'t arrived or settled yet.\n\n1. accepted, not yet arrived: 2,500.00 NGN\nreference "INV-1"',
					),
				},
			],
		},
	},
];
