/** Which messages count as refusals: only those whose whole text is in the table REJECTIONS. */
import { classify, readCause, type Outcome } from '../../../nodes/core/http/outcome';
import {
	MAX_LOOKED_AT,
	plainMessage,
	REJECTIONS,
	rejectionCause,
	type SentRequest,
} from '../../../nodes/core/http/rejections';
import { DOCUMENTED } from '../../../sandbox/messages';
import { UNFAMILIAR_MESSAGES } from '../../cases/unfamiliarMessages';
import { readProject } from '../../harness/sources';

const WITHDRAW: SentRequest = {
	method: 'POST',
	path: '/withdraw/stablecoin',
	body: { amount: '100', currency: 'USDT', network: 'trc20', address: 'T…', customerReference: 'R', unsent: undefined },
};
const TO_BANK: SentRequest = {
	method: 'POST',
	path: '/withdraw',
	body: { amount: '100', currency: 'NGN', beneficiary: { bankCode: '000013', bankAccountNumber: '0123456789' } },
};
const ACCEPT: SentRequest = { method: 'POST', path: '/wallet/payout/a%2Fb/accept', body: { sourceWallet: 'NGN' } };
const DETAILS: SentRequest = {
	method: 'GET',
	path: '/paymentlink/details',
	query: { id: 'L', paymentMethod: undefined },
};

const classified = (request: SentRequest, status: number, message: string, alsoRefused: string[] = []) =>
	classify(
		{ kind: 'response', status, body: { status: 'error', message } },
		{ request, alsoRefused: alsoRefused.map(plainMessage) },
	);
const outcomeOf = (...of: Parameters<typeof classified>): Outcome => classified(...of).outcome;

const page = readProject().get('docs/reference/interface.md') ?? '';

describe('the table', () => {
	const EXAMPLES: Record<string, string> = { wallet: 'NGN wallet', field: 'amount', form: 'a positive number' };
	const exampleOf = (message: string) => message.replace(/\{(\w+)\}/g, (_, name: string) => EXAMPLES[name] ?? name);
	const requestOf = (call: string): SentRequest => {
		const [method = '', path = ''] = call.replace('{quoteId}', 'quote-1').split(' ');
		return { method, path, body: { amount: '1' } };
	};
	const CALLS = [...new Set(REJECTIONS.flatMap(({ calls }) => calls ?? []))];
	const STATUSES = [200, 400, 401, 403, 404, 405, 422, 429];

	it.each(REJECTIONS.map((refusal) => [refusal.message, refusal] as const))(
		'%s: its calls and its status, and no others',
		(message, refusal) => {
			for (const call of CALLS)
				for (const status of STATUSES) {
					const belongs = refusal.calls?.includes(call) ?? true;
					const fits = refusal.status === null || refusal.status === status;
					const given = { status, message: exampleOf(message) };
					expect(rejectionCause(given, requestOf(call))).toBe(belongs && fits ? refusal.cause : null);
					expect(outcomeOf(requestOf(call), status, given.message)).toBe(belongs && fits ? 'rejected' : 'unknown');
				}
		},
	);

	it('has every documented message but the one that does not say who paid', () => {
		const documented = Object.values(DOCUMENTED).map(plainMessage);
		const missing = documented.filter((message) => REJECTIONS.every((refusal) => refusal.message !== message));
		expect(missing).toEqual(['quote already paid']);
	});

	it.each([
		'/x/wallet/payout/a/accept',
		'/wallet/payout/a/accept/x',
		'/wallet/payout/accept',
		'/wallet/payout/a/b/accept',
	])('takes %s for no acceptance of a quote', (path) => {
		expect(rejectionCause({ status: 400, message: 'quote expired' }, { ...ACCEPT, path })).toBeNull();
		expect(rejectionCause({ status: 400, message: 'quote expired' }, ACCEPT)).toBe('quoteExpired');
	});

	it('names calls that docs/reference/interface.md lists', () => {
		for (const call of CALLS) expect(page).toContain(`| \`${call}\` |`);
	});
});

describe('a message is looked at whole', () => {
	it.each(['Insufficient balance', 'INSUFFICIENT BALANCE.', ' insufficient\n\tbalance . ', 'insufficient  balance'])(
		'%j is one of the table',
		(message) => {
			expect(outcomeOf(WITHDRAW, 400, message)).toBe('rejected');
		},
	);

	it.each([
		'insufficient balance..',
		'insufficient balance!',
		'"insufficient balance"',
		'Error: insufficient balance',
		'insufficient balance; quote expired',
		'insufficient balance. insufficient balance',
		'\u200binsufficient balance',
		'insufficient-balance',
		'insufficient {wallet} balance',
		'{field} is required',
	])('%j is not', (message) => {
		expect(outcomeOf(WITHDRAW, 400, message)).toBe('unknown');
	});

	it.each(UNFAMILIAR_MESSAGES)('%d %s leaves the outcome unknown', (status, message) => {
		expect([WITHDRAW, TO_BANK].map((request) => outcomeOf(request, status, message))).toEqual(['unknown', 'unknown']);
	});

	it('a message of more than 2,000 characters is in no table, and takes no time', () => {
		const blanks = ' '.repeat(MAX_LOOKED_AT - 'insufficient balance'.length);
		expect(outcomeOf(WITHDRAW, 400, `insufficient balance${blanks}`)).toBe('rejected');
		expect(outcomeOf(WITHDRAW, 400, `insufficient balance${blanks} `)).toBe('unknown');
		expect(outcomeOf(WITHDRAW, 400, `insufficient balance${blanks} `, ['insufficient balance'])).toBe('unknown');
		const own = 'x'.repeat(MAX_LOOKED_AT);
		expect(outcomeOf(WITHDRAW, 400, own, [own])).toBe('rejected');
		expect(outcomeOf(WITHDRAW, 400, `${own}x`, [own])).toBe('unknown');
		expect(rejectionCause({ status: 400, message: `insufficient balance${blanks} ` }, null)).toBeNull();
		expect(plainMessage('x'.repeat(MAX_LOOKED_AT + 1))).toBe('x'.repeat(MAX_LOOKED_AT));
	});
});

describe('too little money, with at most the words of a wallet', () => {
	it.each([
		'insufficient funds',
		'insufficient NGN balance',
		'insufficient wallet balance',
		'insufficient USDT wallet funds',
		'insufficient balance in wallet',
		'insufficient balance in the wallet',
		'insufficient funds in your BTC wallet',
	])('%s', (message) => {
		expect(rejectionCause({ status: 400, message }, WITHDRAW)).toBe('insufficientFunds');
	});

	it.each([
		'insufficient',
		'insufficient wallet',
		'insufficient liquidity',
		'insufficient provider balance',
		'insufficient provider wallet balance',
		'insufficient NGN wallet balance in the wallet',
		'insufficient balance in the bank',
		'insufficient balance in NGN',
		'insufficient wallet wallet balance',
		'not insufficient balance',
		'insufficient balance in the wallet of the provider',
	])('not %s', (message) => {
		expect(rejectionCause({ status: 400, message }, WITHDRAW)).toBeNull();
	});
});

describe('a field that was sent', () => {
	it.each<[string, SentRequest]>([
		['amount is required', WITHDRAW],
		['"amount" is required', WITHDRAW],
		["'customerReference' is invalid", WITHDRAW],
		['`network` is invalid.', WITHDRAW],
		['Address is invalid', WITHDRAW],
		['beneficiary is invalid', TO_BANK],
		['bankCode is invalid', TO_BANK],
		['beneficiary.bankAccountNumber must be 10 digits', TO_BANK],
		['sourceWallet must be NGN', ACCEPT],
		['id is invalid', DETAILS],
		['amount must be a string', WITHDRAW],
		['amount must be a positive whole number', WITHDRAW],
		['amount must be at least 2,000.00 NGN', WITHDRAW],
		['amount must be greater than 0', WITHDRAW],
		['amount must be between 2000 and 5,000,000', WITHDRAW],
		['beneficiary.bankAccountNumber must be exactly 10 digits', TO_BANK],
		['network must be one of the following values: trc20, erc20', WITHDRAW],
		['network must be one of trc20', WITHDRAW],
	])('%s', (message, request) => {
		expect(rejectionCause({ status: 400, message }, request)).toBe('rejected');
		expect(outcomeOf(request, 400, message)).toBe('rejected');
	});

	it.each<[string, SentRequest]>([
		['bankCode is invalid', WITHDRAW],
		['unsent is required', WITHDRAW],
		['paymentMethod is required', DETAILS],
		['bankAccountNumber.beneficiary is invalid', TO_BANK],
		['"amount is required', WITHDRAW],
		['amount" is required', WITHDRAW],
		['amount', WITHDRAW],
		['amount is', WITHDRAW],
		['amount is not valid', WITHDRAW],
		['amount is required by the bank', WITHDRAW],
		['the amount is required', WITHDRAW],
		['amount  must be', WITHDRAW],
		['amount must be approved', WITHDRAW],
		['amount must be a string, and was paid', WITHDRAW],
		['amount must be 5 payouts', WITHDRAW],
		['network must be paid one of trc20', WITHDRAW],
		['network must be one of trc20 paid', WITHDRAW],
		['amount must be x5', WITHDRAW],
		['amount must be 5x', WITHDRAW],
		['amount must not be a string', WITHDRAW],
		['amount shall be a string', WITHDRAW],
		['amount must say a string', WITHDRAW],
		['x"amount" is required', WITHDRAW],
		['"amount"x is required', WITHDRAW],
		['bank"Code" is invalid', TO_BANK],
		['"bank"Code is invalid', TO_BANK],
		['network must be one of trc20, erc20; paid', WITHDRAW],
		['network must not be one of trc20', WITHDRAW],
		['amount must have decimals', WITHDRAW],
		['constructor is required', WITHDRAW],
	])('not %s', (message, request) => {
		expect(rejectionCause({ status: 400, message }, request)).toBeNull();
	});

	it('there is none in a request without members', () => {
		const message = 'amount is required';
		expect(rejectionCause({ status: 400, message }, { method: 'POST', path: '/withdraw' })).toBeNull();
		expect(
			rejectionCause({ status: 400, message }, { method: 'POST', path: '/withdraw', body: ['amount'] }),
		).toBeNull();
	});
});

describe('Also Refused', () => {
	const SAID = 'Account verification failed.';

	it.each([200, 400, 401, 403, 404, 405, 422, 429])('loosens a %d', (status) => {
		expect(outcomeOf(WITHDRAW, status, SAID)).toBe('unknown');
		expect(outcomeOf(WITHDRAW, status, SAID, ['account  VERIFICATION failed'])).toBe('rejected');
		expect(outcomeOf(WITHDRAW, status, SAID, ['verification failed', 'account', ''])).toBe('unknown');
	});

	it.each([201, 302, 402, 408, 409, 410, 425, 500, 502, 503, 504])('does not loosen a %d', (status) => {
		expect(outcomeOf(WITHDRAW, status, SAID, [SAID])).toBe('unknown');
	});

	it('takes nothing away', () => {
		expect(outcomeOf(WITHDRAW, 400, 'insufficient balance', [SAID])).toBe('rejected');
	});

	it('is told apart from a refusal that the table knows', () => {
		const word = (message: string) => classified(WITHDRAW, 400, message, [SAID, 'insufficient balance']).isAuthorsWord;
		expect([word(SAID), word('insufficient balance')]).toEqual([true, undefined]);
	});
});

describe('a read', () => {
	const cause = (status: number, message: string) =>
		readCause({ kind: 'response', status, body: { status: 'error', message } });

	it('tells what the table says of a message, whichever call it belongs to', () => {
		expect(cause(400, 'Invalid account number or bank code')).toBe('accountNotFound');
		expect(cause(404, 'quote expired')).toBe('quoteExpired');
		expect(cause(401, 'Invalid API key provided')).toBe('unauthorised');
	});

	it('takes nothing from words that are not in the table', () => {
		expect(cause(404, 'Order not found')).toBe('notFound');
		expect(cause(400, 'insufficient liquidity')).toBe('rejected');
		expect(cause(400, 'Rate limit exceeded for today')).toBe('rejected');
		expect(cause(400, 'Rate limit exceeded')).toBe('rateLimited');
		expect(cause(400, 'Account verification failed')).toBe('serverError');
		expect(cause(500, 'insufficient balance')).toBe('serverError');
	});
});
