import { plainMessage } from '../nodes/core/http/rejections';
import { REJECTING_STATUSES } from '../nodes/core/http/outcome';
import type { Account } from './account';
import { booksOf } from './books';
import { acceptingClaims, expiredClaims } from './claims/accepting';
import { accessClaims, envelope, readable } from './claims/access';
import { eventClaims } from './claims/events';
import { filterClaims } from './claims/filters';
import { listClaims } from './claims/lists';
import { newOrderClaims, orderClaims } from './claims/orders';
import { payeeClaims } from './claims/payees';
import { payingClaims } from './claims/paying';
import { placeClaims } from './claims/places';
import {
	moneyOfTheRun,
	moneyOfWithdrawals,
	provokingClaims,
	untouchedAtTheEnd,
	untouchedBeforePaying,
} from './claims/provoking';
import { quoteClaims } from './claims/quotes';
import { readingClaims } from './claims/reading';
import { OF_ERRORS, refusalClaims } from './claims/refusals';
import { simulatingClaims } from './claims/simulating';
import { variantClaims } from './claims/variants';
import { webhookClaims } from './claims/webhooks';
import { LEVELS, type Claim, type Level } from './claim';
import { mayPay, messageOf, outcomeOf, succeeded, type Exchange } from './exchange';
import { NotShown, notShown, type Finding } from './finding';
import { isObject } from './json';
import { Mask } from './redact';
import { refusalsOf } from './refused';
import { rowOf, type Outcome, type Row } from './report';
import { isInterruption } from './time';

/** All claims. Claims about orders and transactions come last, because a new account only has those of the run. */
export const CLAIMS: readonly Claim[] = [
	...accessClaims,
	...readingClaims,
	...quoteClaims,
	...newOrderClaims,
	...refusalClaims,
	...placeClaims,
	...variantClaims,
	...webhookClaims,
	untouchedBeforePaying,
	...provokingClaims,
	...payingClaims,
	moneyOfWithdrawals,
	...acceptingClaims,
	...payeeClaims,
	...simulatingClaims,
	...eventClaims,
	...orderClaims,
	...listClaims,
	...filterClaims,
	...expiredClaims,
	untouchedAtTheEnd,
	moneyOfTheRun,
	readable,
	envelope,
];

/**
 * Checks the account against claims, by default all; a claim above the requested level is reported as not shown. If the
 * run is interrupted or can't send any more, it returns the findings so far.
 */
export async function holdAgainst(
	account: Account,
	level: Level,
	told: (row: Row, place: number) => void,
	claims: readonly Claim[] = CLAIMS,
): Promise<Outcome> {
	const mask = new Mask();
	mask.add(account.credential.value, account.receiver?.secret ?? '');
	const found: Array<readonly [Claim, Finding]> = [];
	let endedBy: string | null = null;
	// Read before any other call, so that a quote or an enquiry that takes money is noticed. Errors surface in the claim.
	if (claims.includes(untouchedBeforePaying)) await booksOf(account).catch(() => undefined);
	for (const claim of claims) {
		const before = account.exchanges.length;
		const finding = await findingOf(claim, account, level).catch((error: unknown) => {
			if (!isInterruption(error)) throw error;
			endedBy = 'it was interrupted';
			return notShown('the run was interrupted before');
		});
		for (const exchange of account.exchanges.slice(before)) mask.learn(exchange);
		found.push([claim, finding]);
		if (endedBy === null) told(rowOf(claim, finding, mask), found.length);
	}
	// Rows are built again here, because the mask may have learned a value only after a row was first built.
	const rows = found.map(([claim, finding]) => rowOf(claim, finding, mask));
	// A wrong message in 'Also Refused' can cause a second payment: none is suggested if a difference endangers money.
	const isDanger = rows.some(({ means }) => means?.weight === 'do not pay until this is known');
	return {
		rows,
		messages: isDanger ? [] : unknownMessages(account, mask, unsureAtTheEnd(found)),
		endedBy: endedBy ?? account.ended,
	};
}

async function findingOf(claim: Claim, account: Account, level: Level): Promise<Finding> {
	if (LEVELS.indexOf(claim.level) > LEVELS.indexOf(level)) return notShown(`needs --${claim.level}`);
	if (claim.listens === true && account.receiver === null) return notShown('needs --webhook-url');
	if (account.ended !== null) return notShown(account.ended);
	try {
		return await claim.check(account);
	} catch (error) {
		if (error instanceof NotShown) return notShown(error.seen, ...error.exchanges);
		if (isInterruption(error)) throw error;
		return notShown(
			`the answer can't be read as this claim needs it (${error instanceof Error ? error.name : 'error'})`,
		);
	}
}

/** Refused payments for which the check at the end of the run couldn't show that nothing was paid. */
const unsureAtTheEnd = (found: ReadonlyArray<readonly [Claim, Finding]>): readonly Exchange[] =>
	found.flatMap(([claim, { verdict, exchanges }]) =>
		claim === untouchedAtTheEnd && verdict !== 'as documented' ? exchanges : [],
	);

/** Documented messages of refusals after which money may still have been paid: docs/reference/interface.md#refusals. */
const NO_REFUSALS: ReadonlySet<string> = new Set(['quote already paid']);
/** Masked values; a message with one would never match a real answer. */
const MASKED = /<[a-z ]+>/;

/**
 * Messages of refused payments whose outcome the nodes call unknown only because they don't know the words. Users can
 * enter them in 'Also Refused'.
 */
function unknownMessages(account: Account, mask: Mask, unsureLater: readonly Exchange[]): string[] {
	const refused = account.exchanges.filter((exchange) => exchange.method !== 'GET' && !succeeded(exchange));
	const unsure = new Set([
		...unsureLater,
		...refusalsOf(account).flatMap(({ exchange, found }) => (found.money === 'where it was' ? [] : [exchange])),
	]);
	const unknown = refused.flatMap((exchange) => {
		if (unsure.has(exchange) || exchange.path.startsWith('/simulation')) return [];
		const message = messageOf(exchange);
		const alone = isObject(exchange.body) && Object.keys(exchange.body).every((name) => OF_ERRORS.has(name));
		if (message === null || !alone || !mayPay(exchange) || !REJECTING_STATUSES.has(exchange.status)) return [];
		if (outcomeOf(exchange).outcome !== 'unknown' || NO_REFUSALS.has(plainMessage(message))) return [];
		const shown = mask.text(message);
		return MASKED.test(shown) || /already|paid/i.test(shown) ? [] : [shown];
	});
	return [...new Set(unknown)].sort();
}
