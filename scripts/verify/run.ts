import { refusalCause } from '../../nodes/core/domain/http/refusals';
import type { Account } from './account';
import { messageOf, succeeded } from './exchange';
import { LEVELS, type Claim, type Level } from './claim';
import { NotShown, notShown, type Finding } from './finding';
import { listClaims } from './claims/lists';
import { payingClaims } from './claims/paying';
import { orderClaims, readingClaims } from './claims/reading';
import { webhookClaims } from './claims/webhooks';
import { writingClaims } from './claims/writing';
import { Mask } from './redact';
import { rowOf, type Row } from './report';

/** All claims. Orders and transactions come last, so that a run which pays finds its own in a new account. */
export const CLAIMS: readonly Claim[] = [
	...readingClaims,
	...writingClaims,
	...webhookClaims,
	...payingClaims,
	...orderClaims,
	...listClaims,
];

/** Holds the account against claims, all of them by default; those of a higher level than asked for are not shown. */
export async function holdAgainst(
	account: Account,
	level: Level,
	told: (row: Row, place: number) => void,
	claims: readonly Claim[] = CLAIMS,
): Promise<{ rows: Row[]; messages: string[] }> {
	const mask = new Mask();
	mask.add(account.credential.value, account.receiver?.secret ?? '');
	const found: Array<readonly [Claim, Finding]> = [];
	for (const claim of claims) {
		const before = account.exchanges.length;
		const finding = await findingOf(claim, account, level);
		for (const exchange of account.exchanges.slice(before)) mask.learn(exchange);
		found.push([claim, finding]);
		told(rowOf(claim, finding, mask), found.length);
	}
	// Once more, since a value may have become known only later.
	return {
		rows: found.map(([claim, finding]) => rowOf(claim, finding, mask)),
		messages: unknownMessages(account, mask),
	};
}

async function findingOf(claim: Claim, account: Account, level: Level): Promise<Finding> {
	if (LEVELS.indexOf(claim.level) > LEVELS.indexOf(level)) return notShown(`needs --${claim.level}`);
	if (claim.listens === true && account.receiver === null) return notShown('needs --webhook-url');
	try {
		const finding = await claim.check(account);
		const isForbidden = finding.verdict === 'differs' && finding.exchanges.some(({ status }) => status === 403);
		return isForbidden ? notShown('this key may not do that (403)', ...finding.exchanges) : finding;
	} catch (error) {
		if (error instanceof NotShown) return notShown(error.seen, ...error.exchanges);
		if (error instanceof Error && error.name === 'AbortError') throw error;
		return notShown(`could not be asked (${error instanceof Error ? error.name : 'unknown error'})`);
	}
}

/** Messages with which the service refused to pay or create something, and for which the nodes have no cause. */
function unknownMessages(account: Account, mask: Mask): string[] {
	const refused = account.exchanges.filter((exchange) => exchange.method !== 'GET' && !succeeded(exchange));
	const unknown = refused.flatMap((exchange) => {
		const message = messageOf(exchange);
		const { method, path, query, sent, status } = exchange;
		const known = message !== null && refusalCause({ message, status }, { method, path, query, body: sent }) !== null;
		return message === null || known ? [] : [mask.text(message)];
	});
	return [...new Set(unknown)].sort();
}
