/**
 * Checks payments alike (same payee, amount and day) against likeness.pml, and AI tools' payments against openPayee.pml.
 * Each inserted row and each request is a step that the model must allow at that moment. What record.pml already
 * proves isn't checked again.
 */
import { likeRows, rowOf } from '../harness/payout/rows';
import type { Request } from '../harness/payout/world/bank';
import type { RowEvent } from '../harness/payout/world/database';
import type { WorldEvent } from '../harness/payout/world/world';

/** The steps of likeness.pml and openPayee.pml that insert a row, end a row or send a request. */
export const SIDE_STEPS = [
	'insertsAlone',
	'insertsBeside',
	'leavesAlone',
	'leavesRepeating',
	'endsRefused',
	'endsReleased',
	'insertsAtPayee',
	'leavesAtPayee',
	'endsAnsweredAtPayee',
	'endsSettledAtPayee',
] as const;
export type SideStep = (typeof SIDE_STEPS)[number];

interface ChainRow {
	readonly number: number;
	readonly claim: Claim;
	/** How many events there were when this row was inserted. */
	readonly at: number;
	over: boolean;
	/** Whether, when this row was inserted, an earlier row of another reference was not over. */
	readonly isBehindOthers: boolean;
}

/** The numbered rows for one payee, amount and day, or for one payee of AI tools. */
interface Chain {
	readonly rows: ChainRow[];
	/** The numbers of rows marked `beside`: an earlier row isn't over. A mark can be written before its row. */
	readonly beside: Set<number>;
}

interface Claim {
	readonly row: string;
	/** The execution or person that made this claim. */
	readonly by: string;
	readonly requests: Request[];
	readonly arrived: Set<Request>;
	/** The claim's marks, such as `refused`, each with those who inserted it. */
	readonly settling: Map<string, Set<string>>;
}

/** Whether a row's owner is the time of its insert. Only claims have such an owner. */
export const isTime = (owner: string | null) => /^sent:\d+$/.test(owner ?? '');

/** The two marks of a claim that together say where the row of its payee is. */
const WHERE = ['tool:0', 'tool:1'] as const;

const LIKE = /^(mavapay:1:like:[\w-]{16}:)(\d+):(\d+)(?::(.*))?$/;
/** The keys of numbered rows, of references and of the payees of AI tools. */
const NUMBERED = /^(mavapay:1:[\w-]{43}):(\d+)(?::(.*))?$/;

export class SideTraceChecker {
	readonly refused: string[] = [];
	readonly steps = new Map<SideStep, number>();
	/** True after an event was refused: nothing more is checked. */
	isOut = false;
	private readonly claims = new Map<string, Claim>();
	private readonly chains = new Map<string, Chain>();
	private readonly payees = new Set<string>();
	private events = 0;

	take(event: WorldEvent): void {
		if (this.isOut) return;
		this.events += 1;
		const problem = this.problemOf(event);
		if (problem === null) return;
		this.isOut = true;
		this.refused.push(problem);
	}

	private problemOf(event: WorldEvent): string | null {
		switch (event.kind) {
			case 'leaves':
				return this.leaves(event.request);
			case 'arrives':
				this.claimOf(event.request)?.arrived.add(event.request);
				return null;
			case 'insert':
				return this.inserted(event);
			case 'delete':
				return LIKE.test(event.key) || NUMBERED.test(event.key) ? `a row is deleted: ${event.key}` : null;
			default:
				return null;
		}
	}

	private inserted(event: RowEvent): string | null {
		const [, chain = '', day = '', number = '', mark] = LIKE.exec(event.key) ?? [];
		if (chain !== '') return this.ofChain(`${chain}${day}`, Number(number), mark, event);
		const [, key = '', place = '', rest] = NUMBERED.exec(event.key) ?? [];
		if (key === '') return null;
		if (rest === undefined && !isTime(event.owner)) this.payees.add(key);
		if (this.payees.has(key)) return this.ofChain(key, Number(place), rest, event);
		const row = `${key}:${place}`;
		const claim = this.claims.get(row);
		if (rest === undefined)
			this.claims.set(row, { row, by: event.by, requests: [], arrived: new Set(), settling: new Map() });
		else if (claim !== undefined) claim.settling.set(rest, (claim.settling.get(rest) ?? new Set()).add(event.by));
		return null;
	}

	private ofChain(name: string, number: number, mark: string | undefined, { by, owner }: RowEvent): string | null {
		const chain = this.chains.get(name) ?? { rows: [], beside: new Set() };
		this.chains.set(name, chain);
		const isPayee = this.payees.has(name);
		if (mark === undefined)
			return owner === null ? 'a row has no owner' : this.row(chain, { number, by, owner, isPayee });
		if (mark === 'over') return this.ends(chain.rows[number], by, isPayee);
		if (![...this.claims.values()].some((claim) => claim.by === by))
			return `'${mark}' is said by somebody without a claim`;
		if (number > chain.rows.length) return `'${mark}' is said of a row that can't be next`;
		if (mark === 'beside') chain.beside.add(number);
		return null;
	}

	/** Checks a new row of a chain. The execution or person that inserts the row must also have made its claim. */
	private row(
		chain: Chain,
		{ number, by, owner, isPayee }: { number: number; by: string; owner: string; isPayee: boolean },
	): string | null {
		const claim = this.claims.get(owner);
		if (claim === undefined || claim.by !== by) return 'a row is inserted for a claim that is not its own';
		if (isPayee && !WHERE.every((row) => claim.settling.has(row)))
			return 'a row of a payee is inserted that nobody could find';
		if (number !== chain.rows.length) return 'a row is left out';
		const open = openOf(chain);
		if (isPayee && open.length > 0) return 'a row of a payee is inserted while the one before is open';
		if (open.length > 0 && !chain.beside.has(number)) return "a row beside others doesn't say so";
		const isBehindOthers = open.some((row) => !isSameReference(row.claim, claim));
		chain.rows.push({ number, claim, at: this.events, over: false, isBehindOthers });
		return this.step(isPayee ? 'insertsAtPayee' : open.length > 0 ? 'insertsBeside' : 'insertsAlone');
	}

	/** Checks the end of a row: only what ends the row's own payment can end the row. */
	private ends(row: ChainRow | undefined, by: string, isPayee: boolean): string | null {
		if (row === undefined) return 'a row that is not there is over';
		const { claim } = row;
		row.over = true;
		if (by === claim.by) {
			const counts = isPayee ? ['refused', 'unreached', 'accepted'] : ['refused', 'unreached'];
			const isAnswered = ({ end }: Request) => end !== null && counts.includes(end);
			if (!claim.requests.every(isAnswered)) return 'a row is over whose payment may have been made';
			return this.step(isPayee ? 'endsAnsweredAtPayee' : 'endsRefused');
		}
		// A person who settles a claim that is already over ends its rows again.
		const settling = isPayee ? ['releasing', 'marked', 'refused'] : ['released', 'refused'];
		const isSettling = settling.some((mark) => claim.settling.has(mark));
		if (!isSettling) return 'a row is over that somebody else has to settle';
		if (claim.requests.some((request) => !claim.arrived.has(request)))
			return 'a row is over while its request is under way';
		return this.step(isPayee ? 'endsSettledAtPayee' : 'endsReleased');
	}

	private leaves(request: Request): string | null {
		const claim = this.claimOf(request);
		if (claim === undefined || request.fate === 'unreachable') return null;
		claim.requests.push(request);
		return (
			(request.isLike ? this.leavesAlike(request, claim) : null) ?? (request.asTool ? this.leavesAtPayee(claim) : null)
		);
	}

	private leavesAlike({ destination, amount, mayRepeat }: Request, claim: Claim): string | null {
		const prefix = likeRows(destination, amount);
		const [name = '', own] =
			[...this.chains]
				.filter(([one]) => one.startsWith(prefix))
				.flatMap(([one, { rows }]) => rows.filter((row) => row.claim === claim).map((row) => [one, row] as const))
				.at(-1) ?? [];
		if (own === undefined || own.over) return 'a request leaves without a row among payments alike';
		if (mayRepeat) return this.step('leavesRepeating');
		const day = Number(name.slice(prefix.length));
		const beside = [day - 1, day + 1].flatMap((one) => openOf(this.chains.get(`${prefix}${one}`)));
		const others = beside.filter((row) => row.at < own.at && !isSameReference(row.claim, claim));
		if (own.isBehindOthers || others.length > 0) return 'a request leaves that repeats another payment';
		return this.step('leavesAlone');
	}

	private leavesAtPayee(claim: Claim): string | null {
		const rows = [...this.payees].flatMap((payee) => this.chains.get(payee)?.rows ?? []);
		if (!rows.some((row) => row.claim === claim && !row.over))
			return 'a request of a tool leaves without a row of its payee';
		return this.step('leavesAtPayee');
	}

	private claimOf({ reference, generation }: Request): Claim | undefined {
		return reference === null || generation === null ? undefined : this.claims.get(rowOf(reference, generation));
	}

	private step(step: SideStep): null {
		this.steps.set(step, (this.steps.get(step) ?? 0) + 1);
		return null;
	}
}

/** The rows that are not over, newest first. The search stops at a row without the mark `beside`. */
function openOf(chain: Chain | undefined): ChainRow[] {
	const open: ChainRow[] = [];
	for (const row of [...(chain?.rows ?? [])].reverse()) {
		if (!row.over) open.push(row);
		if (chain?.beside.has(row.number) !== true) break;
	}
	return open;
}

function isSameReference(one: Claim, other: Claim): boolean {
	const reference = ({ row }: Claim) => row.slice(0, row.lastIndexOf(':'));
	return reference(one) === reference(other);
}
