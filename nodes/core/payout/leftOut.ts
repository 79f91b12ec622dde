import { counted, fail, ok, type Result } from '../domain/result';
import { isJsonObject } from '../domain/json';
import { quotedText } from '../domain/text';
import { normaliseReference } from '../payees/paymentIdentity';
import { StoreFault } from '../record/rows';
import type { SideRow } from '../record/sideRows';
import { recordFails } from './messages';
import { isPlanned, type ItemEnd, type PaymentRun, type PayoutStore, type PlannedItem } from './runTypes';
import { referenceKeyOf } from './sealedPayment';

/*
 * The rows that an approver strikes out of an approved list: docs/how-to/approve.md#left-out. The digest still covers
 * the whole list. No run under that digest claims or sends a struck row.
 */

/** Reads the struck-out references: a JSON list of texts. If they can't be read, the reason is a clause. */
export function readLeftOut(text: string): Result<readonly string[]> {
	try {
		const list: unknown = JSON.parse(text);
		if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return ok(list);
	} catch {
		// A text that isn't JSON fails below.
	}
	return fail('must be a JSON list of texts, such as ["INV-1", "INV-2"], or [] if nothing is left out');
}

/** The struck rows of a run. `why` says, as a clause, why their list can't be used; null if it can be used. */
export interface LeftOut {
	/** The approval's digest; null if the items have none or several, and then nothing is struck. */
	readonly digest: string | null;
	/** The struck references, as `referenceKeyOf` gives them, including those struck by earlier runs with this digest. */
	readonly struck: ReadonlySet<string>;
	readonly why: string | null;
}

export const NONE: LeftOut = { digest: null, struck: new Set(), why: null };

const keyOf = ({ plan }: PlannedItem) => referenceKeyOf(plan.sealed);

export const isLeftOut = (item: PlannedItem, { struck }: LeftOut): boolean => struck.has(keyOf(item));

/** Finds the struck rows of a run, from 'Left Out' and from earlier runs. Writes nothing. */
export async function leftOutOf({ items, store }: PaymentRun): Promise<LeftOut> {
	const planned = items.filter(isPlanned);
	const [digest = null, ...otherDigests] = new Set(planned.map(({ plan }) => plan.settings.payout.approvalDigest));
	if (digest === null || otherDigests.length > 0) return NONE;
	const [text = null, ...others] = new Set(planned.map(({ plan }) => plan.settings.payout.leftOut));
	const read = text === null ? ok([]) : readLeftOut(text);
	const given = read.ok ? read.value : [];
	const own = new Set(planned.map(keyOf));
	const strangers = given.filter((reference) => !own.has(normaliseReference(reference)));
	const earlier = await store.struck.among(digest, own).catch(faultOf);
	const struck = new Set([...given.map(normaliseReference), ...(typeof earlier === 'string' ? [] : earlier)]);
	if (typeof earlier === 'string') return { digest, struck, why: earlier };
	if (others.length > 0) return { digest, struck, why: "'Left Out' must be the same for all items." };
	const named = strangers.slice(0, MOST_NAMED).map((one) => quotedText(one));
	const why = `'Left Out' names ${counted(strangers.length, 'reference')} not in this list: ${named.join(', ')}. Correct it, or give this node every row that was prepared.`;
	return { digest, struck, why: strangers.length === 0 ? null : why };
}

const MOST_NAMED = 3;

function faultOf(error: unknown): string {
	if (error instanceof StoreFault) return recordFails(error.reason);
	throw error;
}

/** Records the struck rows before anything is sent. Returns why that failed, as a clause, or null. */
export async function strikeOut({ digest, struck }: LeftOut, { items, store }: PaymentRun): Promise<string | null> {
	const isReal = items.some((item) => isPlanned(item) && !item.plan.settings.payout.validateOnly);
	if (digest === null || !isReal || struck.size === 0) return null;
	return await store.struck.strike(digest, struck).then(() => null, faultOf);
}

/** Checks, after the claim, whether another run struck the row out. Such a run looks for claims after striking. */
export function struckRowOf({ plan }: PlannedItem, { struck }: PayoutStore): SideRow | null {
	const digest = plan.settings.payout.approvalDigest;
	if (digest === null) return null;
	const isStruck = async () => (await struck.among(digest, [referenceKeyOf(plan.sealed)])).length > 0;
	return { take: async () => ((await isStruck()) ? { because: 'leftOut' } : null), unpaid: async () => undefined };
}

/** Adds to a struck row's result that the approver left the row out, if the row was paid or may have been. */
export function struckEnd(end: ItemEnd, hint: (text: string) => void): ItemEnd {
	if (!('failure' in end)) {
		const isPaid = end.outputs.some(({ payout }) => !isJsonObject(payout) || payout.outcome !== 'leftOut');
		if (isPaid) hint('A payout that the approver left out was already paid.');
		return end;
	}
	if (end.failure.outcome === 'leftOut' || end.failure.outcome === 'notSent') return end;
	const description = `${end.failure.description} The approver left it out.`;
	return { ...end, failure: { ...end.failure, description } };
}
