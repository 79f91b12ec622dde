/**
 * Words of a refusal after which it is certain that nothing happened: docs/money.md#outcomes. The
 * service documents few messages and no codes, so each is a word that names what is wrong with the
 * request itself. This list is a courtesy: what got a response is not sent again in the same
 * execution, whatever the response says.
 */
const PLAIN_REFUSALS: readonly RegExp[] = [
	/\binvalid\b/,
	/\bmalformed\b/,
	/\bincorrect\b/,
	/\bnot (a )?valid\b/,
	/\brequire[ds]\b/,
	/\bmissing\b/,
	/\bmust\b/,
	/\bshould (be|not|have|contain|match)\b/,
	/\bcan(not|'t| not) be (empty|blank|null|negative|zero)\b/,
	/\bunsupported\b/,
	/\bnot (yet |currently )?supported\b/,
	/\bnot (allowed|permitted|eligible|enabled)\b/,
	/\binsufficient\b/,
	/\bnot enough\b/,
	/\bminimum\b/,
	/\bmaximum\b/,
	/\bat (least|most)\b/,
	/\btoo (small|low|little|large|high|big|long|short)\b/,
	/\b(less|greater|more|lower|higher) than\b/,
	/\bexceeds?\b/,
	/\blimits?\b/,
	/\bexpired\b/,
	/\bnot found\b/,
	/\b(does not|doesn't|do not|don't) (exist|match)\b/,
	/\bmismatch\b/,
	/\bno such\b/,
	/\bmay not (be|exceed|contain)\b/,
	/\bunauthori[sz]ed\b/,
	/\bforbidden\b/,
	/\b(api[ -]?key|permissions?|privileges?|access (is )?denied|read[ -]only|may only)\b/,
];

/**
 * Words after which the payment may be under way whatever else the message says; they win over the list
 * above. "Invoice already paid", "rate limit reached, the transfer may have been processed" and "invalid
 * response from the bank" are all here.
 */
const AMBIGUOUS: readonly RegExp[] = [
	/\balready\b/,
	/\bduplicated?\b/,
	/\bwill be\b/,
	/\bin[ -]flight\b/,
	/\b(await|await(s|ed|ing))\b/,
	/\b(hold|held|lock(s|ed)?|reserved|frozen)\b/,
	/\bconfirm(s|ed|ing|ations?)?\b/,
	/\b(debit|credit)(s|ing)?\b/,
	/\bsettl(e[ds]?|ing|ements?)\b/,
	/\bsucceed(s|ed)?\b/,
	/\b(created|sent)\b/,
	/\bprocess(ing|ed)?\b/,
	/\bpending\b/,
	/\bprogress\b/,
	/\b(being|been|was|were|is|has|have|may|might|could|already) (sent|paid|debited|credited|charged|settled|submitted|initiated|completed|queued|made)\b/,
	/\b(been|was|were) (accepted|created|received|placed|executed|scheduled|transferred|deducted|delivered|recorded)\b/,
	/\b(payment|payout|transfer|withdrawal|transaction|swap|order|funds|money)s? (is |are )?(being )?(sent|made|paid|created|accepted|received|placed|completed|executed|scheduled|transferred|settled|delivered)\b/,
	/\bsuccess(ful|fully)?\b/,
	/\b(may|might) (already |still |also )?(have|be|already)\b/,
	/\bqueued?\b/,
	/\bsubmitted\b/,
	/\binitiat(ed|ing)\b/,
	/\bdebited\b/,
	/\b(reversed|reversal|refund(ed)?)\b/,
	/\b(review|approval)\b/,
	/\b(failed|failure|declined|unsuccessful)\b/,
	/\btime[ds]?[ -]?out\b/,
	/\bdeadline\b/,
	/\bretr(y|ied|ying)\b/,
	/\btry(ing)? again\b/,
	/\blater\b/,
	/\brate[ -]?limit/,
	/\btoo many\b/,
	/\bwent wrong\b/,
	/\bunexpected\b/,
	/\bunknown\b/,
	/\binternal\b/,
	/\bunavailable\b/,
	/\bnot available\b/,
	/\b(response|upstream|provider|partner|gateway|server|switch|rpc|socket|connection|status code)\b/,
	/\bnetwork (error|failure|issue|problem)/,
	/\bstat(e|us)\b/,
	/\bsyntax\b/,
	/\b(constraint|violates)\b/,
	/\btransaction not found\b/,
	/\be(conn|timedout|pipe|ai_again|notfound|proto)/,
];

/** The validators of common web frameworks say "Validation failed" of the request, before doing anything. */
const VALIDATION = /\b(validation|schema) (error|failed|failure)\b/g;

/** What a 429 says of itself; with another status it is no more than a word of doubt. */
const RATE_LIMIT = /\b(too many requests|rate[ -]?limit(ed|s)?)( (was |is |has been )?(exceeded|reached))?\b/g;

/**
 * Whether the service's message makes it certain that it refused the request and did nothing.
 *
 * @param rateLimited whether the status was 429, whose plain words count as a refusal then
 */
export function isDefiniteRejection(message: string, rateLimited = false): boolean {
	const text = plain(message);
	const rest = rateLimited ? text.replace(RATE_LIMIT, ' ') : text;
	const refused = rest !== text || PLAIN_REFUSALS.some((words) => words.test(rest));
	return refused && !AMBIGUOUS.some((words) => words.test(rest));
}

/** Whether a message has a word after which the payment may be under way. */
export function leavesDoubt(message: string): boolean {
	return AMBIGUOUS.some((words) => words.test(plain(message)));
}

function plain(message: string): string {
	return message
		.toLowerCase()
		.replace(/[\u2018\u2019]/g, "'")
		.replace(VALIDATION, ' ');
}

/** What a plain refusal refuses, where its words say so. */
export type RefusalCause =
	| 'insufficientFunds'
	| 'accountNotFound'
	| 'nameDiffers'
	| 'amountDiffers'
	| 'amountTooSmall'
	| 'amountTooLarge'
	| 'quoteExpired'
	| 'unauthorised';

/** The first that fits decides. The documented messages are in docs/interface.md#errors. */
const REFUSAL_CAUSES: ReadonlyArray<readonly [RegExp, RefusalCause]> = [
	[
		/\binsufficient (\w+ )?(balance|funds?)\b|\bnot enough (balance|funds|money)\b|\bexceeds? .*\bbalance\b/,
		'insufficientFunds',
	],
	[
		/\binvalid (bank )?account\b|\baccount (number )?(was )?not found\b|\bno such account\b|\baccount (number )?(does not|doesn't) exist\b/,
		'accountNotFound',
	],
	[/\bname (mismatch|(does not|doesn't) match)\b/, 'nameDiffers'],
	[/\bamount (mismatch|(does not|doesn't) match)\b/, 'amountDiffers'],
	[
		/\bamount\b.*\b(too (small|low|little)|minimum|at least|must be (greater|more|higher))\b|\bminimum amount\b/,
		'amountTooSmall',
	],
	[
		/\bamount\b.*\b(too (large|high|big)|maximum|at most|must be (less|lower)|exceeds?)\b|\bmaximum amount\b|\blimit (was |is |has been )?(exceeded|reached)\b|\bexceeds? .*\blimit\b/,
		'amountTooLarge',
	],
	[/\bquote (has |is )?expired\b|\bexpired quote\b|\binvalid quote\b/, 'quoteExpired'],
	[/\bapi[ -]?key\b/, 'unauthorised'],
];

/** What a plain refusal is about; null where its words leave it open. */
export function refusalCause(message: string): RefusalCause | null {
	const text = plain(message);
	return REFUSAL_CAUSES.find(([words]) => words.test(text))?.[1] ?? null;
}
