/** 'Prepare' with the parameters of each payment's first good run. It only reads, and sends no payment. */
import { operations } from '../../nodes/Mavapay/operations';
import { BANKS, ENQUIRY } from './bank';
import { at, get, money, parametersOf, type Case, type Sent } from './case';
import { quoteCases } from './quote';
import { atBank, withdrawalCases } from './withdrawal';
import { abroadCases } from './withdrawalAbroad';

const NGN = money('250000', 'NGN');
/** The `payout` and `prepared` members of a payment of 2,500 naira that is ready. */
export const notSent = {
	reference: 'INV-1',
	outcome: 'notSent',
	replayed: false,
	deployment: 'sandbox: no real money',
	amount: NGN,
};
export const ready = {
	status: 'ready',
	lines: [
		'2,500.00 NGN',
		'to "ADAEZE CHIOMA OKAFOR"',
		'account 0123456789 at Guaranty Trust Bank',
		'reference "INV-1"',
	],
	payeeName: 'ADAEZE CHIOMA OKAFOR',
	atMost: NGN,
	payeeHistory: 'new',
	isOfOtherSupplier: false,
	budgets: [],
	allowsRepeats: false,
	needsApproval: false,
};
export const DIGEST = `2026-11-24T09:06Z-${'d'.repeat(64)}`;

/** The NGN wallet as Prepare shows it: a new sandbox has enough for the payment. */
const wallet = (answers: unknown[]) => {
	const wallets = at(answers.at(-1), 'data');
	const ngn: unknown = Array.isArray(wallets) ? wallets.find((one) => at(one, 'currency') === 'NGN') : undefined;
	return { currency: 'NGN', balance: String(at(ngn, 'balance')), needed: '250000', fees: null, short: '0' };
};

const WALLETS = get('/wallet');
/** The request for earlier withdrawals, whose fees show what to expect. */
const FEES = get('/transactions', { type: 'WITHDRAWAL', currency: 'NGN', page: '1', limit: '100' });

const toBankAccount = (answers: unknown[]) => ({
	payout: { ...notSent, ...atBank() },
	prepared: { ...ready, wallet: wallet(answers) },
});

/** Prepare's requests. It creates no quote, so it reads wallets for a payment by quote only if the cost is limited. */
const ASKED: Readonly<Record<string, readonly Sent[]>> = {
	accept: [get('/order/all'), WALLETS],
	createAndAccept: [BANKS],
	toBankAccount: [ENQUIRY, BANKS, FEES, WALLETS],
	toGhana: [WALLETS],
	toKenya: [WALLETS],
	toSouthAfrica: [WALLETS],
	toLightning: [WALLETS],
	toStablecoin: [WALLETS],
};

const payments = [...withdrawalCases, ...abroadCases, ...quoteCases];

export const prepareCases: readonly Case[] = operations.flatMap((operation) => {
	const one = payments.find(
		(each) => each.operation.effect === 'pay' && each.operation.operation === operation.operation,
	);
	if (operation.effect !== 'prepare' || one?.sandbox === undefined) return [];
	const { arrange } = one.sandbox;
	return {
		operation,
		items: [{ supplier: 'Okafor & Sons' }],
		parameters: (made) => parametersOf(one, made),
		requests: ASKED[operation.operation] ?? [],
		sandbox: {
			...(arrange === undefined ? {} : { arrange }),
			output: (answers) => [
				{
					supplier: 'Okafor & Sons',
					payout: expect.objectContaining({ outcome: 'notSent' }),
					prepared: expect.objectContaining({ status: 'ready' }),
					...(operation.operation === 'toBankAccount' ? toBankAccount(answers) : {}),
					approvalDigest: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ-[0-9a-f]{64}$/),
				},
			],
		},
	};
});
