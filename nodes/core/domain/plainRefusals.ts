/**
 * Words of a refusal after which it is certain that nothing happened (contract 5.1). The service's own
 * words for these are not documented (service-facts 2.16), so each is a word that names what is wrong
 * with the request itself.
 */
const PLAIN_REFUSALS: readonly RegExp[] = [
	/\binvalid\b/,
	/\bmalformed\b/,
	/\bincorrect\b/,
	/\bnot (a )?valid\b/,
	/\brequired\b/,
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
];

/**
 * Words after which the payment may be under way whatever else the message says; they win over the list
 * above. "Invoice already paid", "rate limit reached, the transfer may have been processed" and "invalid
 * response from the bank" are all here.
 */
const AMBIGUOUS: readonly RegExp[] = [
	/\balready\b/,
	/\bduplicated?\b/,
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
	/\binitiated\b/,
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

/** Whether the service's message makes it certain that it refused the request and did nothing. */
export function isPlainRefusal(message: string): boolean {
	const text = message.toLowerCase().replace(/[\u2018\u2019]/g, "'").replace(VALIDATION, ' ');
	return !AMBIGUOUS.some((words) => words.test(text)) && PLAIN_REFUSALS.some((words) => words.test(text));
}
