import { REJECTING_STATUSES, UNKNOWN_STATUSES, type ServiceCause } from '../../nodes/core/http/outcome';
import { CAUSES, isFailureCause, type FailureCause } from '../../nodes/core/service/causes';

/** Matches the table under "Causes", up to the blank line after it. */
const TABLE = /(?<=\n## Causes\n[^]*?)\| Cause \|[^]*?\n(?=\n)/;

/** What happened, by cause. Required for every cause that doesn't come from Mavapay or the network. */
const WHAT_HAPPENED: Readonly<
	Record<Exclude<FailureCause, ServiceCause>, string> & Partial<Record<ServiceCause, string>>
> = {
	invalidInput: "A field's value can't be used, or an agent filled in what a person must type",
	invalidCredential: "The credential's address or key can't be used",
	limitExceeded: "More than *Maximum Amount*, *Maximum Total* or *Payments per Day*, or it can't be compared with them",
	payeeNotAllowed: "An AI agent's payee is not one of *Allowed Payees*",
	keyRule:
		"[Rules of the key](key-rules.md#rules-of-the-key) in the credential refuse it, or one of them can't be read",
	budget: 'It would go over *Most per Day* or *Most per Month* of [the key](key-rules.md#budgets)',
	payeeChanged:
		'*New Payees* refuses it: this supplier was [paid before, but never there](payees.md#new-and-changed-payees)',
	payeeNew: '*New Payees* refuses it: this workflow never paid this payee',
	nameHasMore:
		"The bank's name for the account has the words of *Expected Account Name*, and [more or in another order](payees.md#names)",
	quoteDiffers: "A quote wasn't as requested, or worse than your limits",
	rejected: 'Mavapay rejected it for another reason, which the message quotes',
	unclearMessage:
		"Mavapay's message isn't one that [counts as a refusal](interface.md#refusals), so it may have been done. Or the answer names another payment's transaction",
	methodNotAllowed: 'The path in *Base URL* is wrong',
	serverError: 'Mavapay reported an internal error (HTTP 500 to 599), or a name enquiry failed temporarily',
	unexpectedStatus: 'Any other HTTP status',
	unreadable: "The response isn't Mavapay's, breaks off, or has an unexpected format",
	alreadyPaid: 'This workflow paid this payout reference before',
	otherAccount:
		'This workflow pays from [another Mavapay account](outcomes.md#one-account): choose its credential, or change the account',
	referenceReused: 'This workflow paid this payout reference before, as another payment',
	paidDifferently: 'This execution paid the item before, with other values',
	shownByWallet:
		"Mavapay's list already shows a withdrawal of its amount to its payee: [the wallet as second witness](outcomes.md#the-wallet-as-second-witness)",
	repeated:
		"Like another recent payment, under [another payout reference](outcomes.md#the-same-payment-under-another-reference): the same payee and amount, invoice or quote. For an AI tool, also a payment that Mavapay's list shows",
	notSettled:
		'An earlier payment of this reference or payee is not settled yet, or somebody is releasing the reference',
	claimOver: 'The payment of the claim was settled before, or another one claimed the reference since',
	lookAgain: "The claim can't be released: it was given too soon after sending, or more than a day ago",
	recordUnavailable: "The record of payout references, of events passed on, or of an execution can't be used",
	halted: 'Payouts of this workflow are halted',
	checkFailed: 'A check of another item failed, so nothing was sent (*On Error: Stop*)',
	leftOut: 'The approver struck this row out, so no run pays it under that approval',
	notApproved: "The run is not exactly the list of 'Approval Digest', so nothing was sent",
	approvalEnded:
		"The list of 'Approval Digest' was prepared more than five days ago, or later than now, so nothing was sent",
	earlierFailed: "An item before it didn't go through (*On Error: Stop*), or the record may have been lost",
	earlierUnknown: 'An earlier payment is unknown, and *On Unknown Outcome* is Stop',
	tooManyResults: 'More results than one read can hold',
	unexpectedError: 'A bug in this node; please report it',
};

/** docs/reference/errors.md with its table of causes made again from the nodes. The text around the table stays. */
export function withCauses(page: string): string {
	if (!TABLE.test(page)) throw new Error('docs/reference/errors.md has no table under "## Causes"');
	const statuses = [...REJECTING_STATUSES, ...UNKNOWN_STATUSES];
	const rows = Object.keys(CAUSES)
		.filter(isFailureCause)
		.map((cause) => {
			const { happened, lead, advice = '' } = CAUSES[cause];
			const docs: Readonly<Partial<Record<FailureCause, string>>> = WHAT_HAPPENED;
			const own = statuses.filter(([, meant]) => meant === cause).map(([status]) => status);
			const shown = own.length === 0 ? '' : ` (HTTP ${own.join(', ')})`;
			const what = docs[cause] ?? happened;
			// Advice is shown only if the request certainly did nothing. After a timeout, "Try again later" would be wrong.
			return `| \`${cause}\` | ${what === undefined ? `${lead ?? ''}${shown}. ${advice}` : `${what}${shown}`} |\n`;
		});
	return page.replace(TABLE, () => `| Cause | Meaning |\n|---|---|\n${rows.join('')}`);
}
