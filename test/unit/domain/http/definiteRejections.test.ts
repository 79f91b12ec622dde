import { isDefiniteRejection, leavesDoubt } from '../../../../nodes/core/domain/http/definiteRejections';

describe('isDefiniteRejection: nothing happened', () => {
	it.each([
		'Invalid account number',
		'Malformed JSON',
		'Incorrect bank code',
		'amount is not valid',
		'address is not a valid Tron address',
		'beneficiary.bankCode is required',
		'Missing field: invoice',
		'amount must be a string',
		'amount should be a number',
		'amount should not be empty',
		'Amount cannot be zero',
		"Amount can't be negative",
		'Amount can\u2019t be blank',
		'Amount can not be null',
		'Unsupported network',
		'Currency is not supported',
		'GHS is not yet supported',
		'network not currently supported',
		'Transfers to this bank are not allowed',
		'not permitted',
		'Account is not eligible for this service',
		'USDT is not enabled for this account',
		'Insufficient balance',
		'INSUFFICIENT FUNDS',
		'You do not have enough: not enough funds',
		'Minimum amount is 200000',
		'Maximum amount exceeded',
		'Amount must be at least 2000 NGN',
		'at most 5 decimals',
		'Amount too small',
		'Amount is too high',
		'amount is less than what is allowed',
		'amount is greater than your balance',
		'Amount exceeds your balance',
		'this exceed the cap',
		'Daily limit reached',
		'Your limits do not cover this',
		'Invoice expired',
		'Quote has expired',
		'Quote not found',
		'Account name does not match',
		"Name doesn't match",
		'Names do not match',
		'Bank does not exist',
		'Wallets don\u2019t exist',
		'Currency mismatch',
		'no such wallet',
		'amount may not be empty',
		'amount may not exceed 5',
		'Unauthorized',
		'unauthorised',
		'Forbidden',
		'This API key may only read',
		'Access denied',
		'You lack the permission to pay out',
		'Key is read-only',
		'Validation failed: amount is required',
		'KYC must be completed',
		'Only payments above the minimum are accepted',
		'Schema error: amount is required',
		'validation failure - invoice is required',
	])('%p', (message) => {
		expect(isDefiniteRejection(message)).toBe(true);
	});
});

describe('isDefiniteRejection: the payment may be under way', () => {
	it.each([
		['already', 'Invoice already paid, or invalid'],
		['already', 'Transaction is already being processed'],
		['duplicate', 'Duplicate request: invalid reference'],
		['duplicated', 'duplicated and invalid'],
		['process', 'Invalid: unable to process'],
		['processing', 'Quote expired while processing'],
		['processed', 'Rate limit reached, the transfer may have been processed'],
		['pending', 'Insufficient balance: a pending withdrawal exists'],
		['progress', 'Another payout is in progress, limit 1'],
		['sent', 'Invalid request, funds have been sent'],
		['paid', 'This was paid, limit reached'],
		['may', 'The limit is reached but this may have worked'],
		['might', 'Invalid, but it might still be delivered'],
		['may be', 'invalid: it may be delivered'],
		['payment sent', 'Payment sent, but the callback URL is invalid'],
		['transfer completed', 'Transfer completed; invalid narration'],
		['payments are being executed', 'Payments are being executed, limit 1'],
		['order created', 'Order created; the webhook URL is required'],
		['funds transferred', 'Funds transferred, balance limit reached'],
		['was accepted', 'The quote was accepted, wallet not found'],
		['been deducted', 'The fee has been deducted, memo too long'],
		['successful', 'Withdrawal successful, but the email is missing'],
		['successfully', 'Successfully withdrawn; the address may not be empty'],
		['success', 'success: name does not match'],
		['queued', 'Invalid batch, queued'],
		['queue', 'invalid queue'],
		['submitted', 'Missing callback: submitted'],
		['initiated', 'initiated, not found'],
		['debited', 'limit: debited'],
		['reversed', 'Invalid account; reversed'],
		['reversal', 'invalid; reversal follows'],
		['refund', 'Account not found, refund'],
		['refunded', 'Account not found, refunded'],
		['review', 'Manual review required'],
		['approval', 'Approval is required'],
		['failed', 'Payment failed: route not found'],
		['failure', 'failure: insufficient liquidity'],
		['declined', 'declined: invalid account'],
		['unsuccessful', 'unsuccessful: invalid account'],
		['timeout', 'Invalid: timeout'],
		['time-out', 'Invalid: time-out'],
		['timed out', 'Invalid: timed out'],
		['deadline', 'context deadline, limit exceeded'],
		['retry', 'limit reached, retry'],
		['retried', 'must be retried'],
		['retrying', 'invalid, retrying'],
		['try again', 'Invalid state of mind, please try again'],
		['trying again', 'invalid, trying again'],
		['later', 'Insufficient liquidity, come back later'],
		['rate limit', 'rate limit'],
		['rate-limited', 'rate-limited: limit 5'],
		['too many', 'Too many requests, limit 5'],
		['went wrong', 'Something went wrong, invalid'],
		['unexpected', 'Unexpected invalid token'],
		['unknown', 'unknown: not found'],
		['internal', 'Internal: not found'],
		['unavailable', 'Unavailable, minimum not met'],
		['not available', 'Not available, minimum not met'],
		['response', 'Invalid response from the bank'],
		['upstream', 'upstream not found'],
		['provider', 'Provider not found'],
		['partner', 'partner limit'],
		['gateway', 'invalid gateway'],
		['server', 'server not found'],
		['switch', 'switch limit'],
		['rpc', 'rpc error: invalid'],
		['socket', 'invalid socket'],
		['connection', 'connection required'],
		['status code', 'Request ended with status code 404: not found'],
		['network error', 'network error, limit'],
		['network failure', 'invalid: network failure'],
		['status', 'invalid status'],
		['state', 'invalid state'],
		['syntax', 'invalid input syntax for type uuid'],
		['constraint', 'must satisfy the constraint'],
		['violates', 'violates limit'],
		['transaction not found', 'Transaction not found'],
		['settlement', 'Payout awaiting settlement: insufficient confirmations'],
		['in flight', 'Invoice expired while the payment was in flight'],
		['debit', 'Debit succeeded but beneficiary not found'],
		['will be', 'Insufficient liquidity, your payout will be completed when liquidity is restored'],
		['locked', 'Quote expired, funds locked'],
		['after debit', 'Wallet balance not found after debit'],
		['lock', 'Lock wait limit exceeded'],
		['held', 'Amount exceeds your daily limit; the payout is held for manual confirmation'],
		['credited', 'invalid; credits pending'],
		['reserved', 'limit: funds reserved'],
		['hold', 'balance on hold, not enough funds'],
		['sent', 'invalid, sent'],
		['created', 'Created, but the memo is too long'],
		['initiating', 'limit while initiating'],
		['econnreset', 'invalid: ECONNRESET'],
		['etimedout', 'invalid: ETIMEDOUT'],
		['enotfound', 'ENOTFOUND: not found'],
	])('%s: %p', (_, message) => {
		expect(isDefiniteRejection(message)).toBe(false);
	});

	it.each([
		'',
		'No',
		'Error',
		'Bad Request',
		'socket hang up',
		'required'.slice(0, 7),
		'mustard',
		'invalidate',
		'unlimited',
		'Computer says no',
	])('says nothing certain: %p', (message) => {
		expect(isDefiniteRejection(message)).toBe(false);
	});

	it('a mere mention of validation is no excuse for the rest', () => {
		expect(isDefiniteRejection('Validation failed: transfer failed, invalid account')).toBe(false);
		expect(isDefiniteRejection('validation failed')).toBe(false);
	});
});

describe('a 429', () => {
	it.each(['Too many requests', 'Rate limit exceeded', 'rate-limited', 'Too Many Requests: limit is 5 per second'])(
		'plainly refuses with %p',
		(message) => {
			expect(isDefiniteRejection(message, true)).toBe(true);
			expect(isDefiniteRejection(message)).toBe(false);
		},
	);

	it.each(['Too many requests: your payout was queued', 'Rate limit exceeded, try again later', 'Slow down'])(
		'leaves %p open',
		(message) => {
			expect(isDefiniteRejection(message, true)).toBe(false);
		},
	);
});

it.each([
	['Invalid API key provided', false],
	['anything at all', false],
	['Unauthorized: the payout was already initiated', true],
	['Method not allowed while processing', true],
])('%p leaves doubt: %p', (message, doubt) => {
	expect(leavesDoubt(message)).toBe(doubt);
});
