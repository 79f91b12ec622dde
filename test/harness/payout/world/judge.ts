import { NOT_KNOWN } from '../../../../nodes/core/payees/account';
import { bindingRow, HALT_ROW, likeRows, rowOf } from '../rows';
import type { Request } from './bank';
import type { Change } from './database';
import type { Report, World } from './world';

/** What a world promises besides; each lets something happen that nobody can prevent there. */
export interface Excuses {
	/** People release references without looking, or while a request is under way. */
	readonly hasty?: boolean;
	/** The database forgets writes that it had confirmed. */
	readonly forgetful?: boolean;
}

/** Refused, and money moved all the same: nobody can tell that from a true refusal. */
const yetPaid = ({ fate }: Request) => fate.endsWith('YetPaid');

/**
 * Says of everything that happens in a world whether it may. What it knows, it knows from the ledger, the
 * rows and what was said; it asks nothing of the code that it judges.
 */
export class Judge {
	readonly complaints: string[] = [];
	private readonly byReference = new Map<string, Request[]>();
	private readonly byItem = new Map<string, Request[]>();
	private readonly byExecution = new Map<string, Request[]>();
	private readonly rows = new Map<string, string>();
	/** Of payments alike: by request, when its row was inserted, as a place in the changes of the database. */
	private readonly rowsOfLike = new Map<Request, number>();
	/** Requests that each execution sent since the workflow was halted. */
	private readonly sinceHalt = new Map<string, Set<string>>();

	constructor(
		private readonly world: World,
		private readonly excuses: Excuses = {},
	) {
		world.onSent = (request) => this.whenSent(request);
		world.onOutput = (report, payout) => {
			this.judgeSettled(report, payout);
			this.judgeKnown(report, payout);
		};
	}

	private complain(rule: string, { number, item, reference, generation }: Request): void {
		this.complaints.push(
			`${rule}: request ${number} for ${item} (${String(reference)}, generation ${String(generation)})`,
		);
	}

	/** Judged before the request joins the others. */
	private whenSent(request: Request): void {
		const { reference, item, executionId } = request;
		const ofReference = reference === null ? [] : listOf(this.byReference, reference);
		const ofItem = listOf(this.byItem, item);
		const ofExecution = listOf(this.byExecution, executionId);
		if (reference !== null && this.excuses.forgetful !== true) this.judgeGeneration(request, reference, ofReference);
		this.judgeAnswers(request, ofExecution);
		this.judgeMemory(request, ofItem);
		// Sent a second time because nobody was there: it was under way already.
		const repeated = ofItem.some(({ attempt, end }) => attempt === request.attempt && end === 'unreached');
		if (!repeated) this.judgeStop(request, ofExecution);
		if (!repeated && request.asTool) this.judgeTool(request);
		if (!repeated && this.excuses.forgetful !== true) this.judgeDay(request);
		this.judgeHalt(request);
		// What the record has counts in no total; it may be forgotten before it is sent.
		if (request.isOverTotal && this.excuses.forgetful !== true)
			this.complain('sent of a list over its Maximum Total', request);
		if (!repeated) this.judgeBudgets(request);
		this.judgeAccount(request);
		if (!repeated && request.isLike && !this.excusesAlike) this.judgeAlike(request);
		for (const list of reference === null ? [ofItem, ofExecution] : [ofReference, ofItem, ofExecution])
			list.push(request);
	}

	/** Of a payment that this run calls accepted, without a warning, the record says that it is paid. */
	private judgeSettled({ item }: Report, { outcome, replayed, warning }: Readonly<Record<string, unknown>>): void {
		if (outcome !== 'accepted' || replayed !== false || warning !== undefined || this.excuses.forgetful === true)
			return;
		const sent = listOf(this.byItem, item).filter(({ end }) => end === 'accepted');
		for (const { reference, generation } of sent.slice(-1))
			if (reference !== null && !this.world.database.has(this.row(reference, generation ?? 0, ':paid')))
				this.complaints.push(`${item} is reported accepted, not recorded as paid, and nobody is told`);
	}

	/** Nothing is sent but from an account that the workflow was bound to in this run; while it isn't, from one without a name. */
	private judgeAccount(request: Request): void {
		const { told, began } = request.payer;
		if (told === null) this.complain('sent, and nobody knew from which account', request);
		if (began === null) return;
		const { changes, rows } = this.world.database;
		const names: Array<string | null> = [NOT_KNOWN];
		for (const [place, { kind, key }] of changes.entries()) {
			if (kind !== 'insert' || !key.startsWith(bindingRow(0).slice(0, -1))) continue;
			// The last one before it began, and all since.
			if (place < began) names.length = 0;
			names.push(rows.get(key)?.mode ?? null);
		}
		if (!names.includes(told)) this.complain('sent from another account', request);
	}

	/** A payee is known once it was paid. */
	private judgeKnown({ item }: Report, { payeeHistory, replayed }: Readonly<Record<string, unknown>>): void {
		const own = listOf(this.byItem, item).at(-1);
		if (payeeHistory !== 'known' || replayed === true || own === undefined) return;
		const isEarlier = ({ destination, end, number }: Request) =>
			destination === own.destination && end === 'accepted' && number !== own.number;
		if (!this.world.bank.requests.some(isEarlier))
			this.complaints.push(`${item} is to a payee that counts as known, and was never paid`);
	}

	/** Never twice: under one claim of a reference nothing is sent while something else may have been paid. */
	private judgeGeneration(request: Request, reference: string, earlier: readonly Request[]): void {
		const generation = request.generation ?? this.currentGeneration(reference);
		const open = earlier.filter((other) => (other.generation ?? 0) === generation && mayHavePaid(other));
		if (open.length > 0) this.complain('sent twice', request);
		const released = this.world.database.insertedAt(this.row(reference, generation, ':released'));
		const claimed = this.world.database.insertedAt(this.row(reference, generation), request.actor);
		if (claimed === -1) this.complain('sent without a claim', request);
		if (released !== -1 && claimed > released) this.complain('claimed after it was released', request);
		if (generation > 0 && this.wasMarkedFirst(reference, generation - 1))
			this.complain('sent after a person marked it as paid', request);
	}

	/** Whether a person had marked a claim as paid before it came out as refused, and nobody released it. */
	wasMarkedFirst(reference: string, generation: number): boolean {
		const at = (mark: string) => this.world.database.insertedAt(this.row(reference, generation, mark));
		const marked = at(':marked');
		return marked !== -1 && at(':refused') > marked && at(':released') === -1;
	}

	/** At most one request per payment and execution that was answered, or may have been. */
	private judgeAnswers(request: Request, earlier: readonly Request[]): void {
		const same = earlier.filter(({ reference, item }) =>
			request.reference === null ? item === request.item : reference === request.reference,
		);
		// What another tool node, or another call at the same time, has paid, only the database knows.
		const isForgotten = ({ end, asTool }: Request) => this.excuses.forgetful === true && end === 'accepted' && asTool;
		if (same.some((other) => other.end !== 'unreached' && !isForgotten(other)))
			this.complain('answered twice in one execution', request);
	}

	/** An execution and its Retry never send again what they know may have been paid, unless it was released. */
	private judgeMemory(request: Request, earlier: readonly Request[]): void {
		for (const other of earlier) {
			if (!mayHavePaid(other)) continue;
			if (other.executionId === request.executionId || !this.isReleased(other))
				this.complain('sent again from memory', request);
		}
	}

	/** On Unknown Outcome: Stop holds for the rest of an execution. A fault of our own may go unnoticed. */
	private judgeStop(request: Request, earlier: readonly Request[]): void {
		if (earlier.some(({ end, stops, fate }) => end === 'unknown' && stops && fate !== 'broken'))
			this.complain('sent after a stop', request);
	}

	/** As a tool nothing is sent beside an open payment of the same payee or payment. */
	private judgeTool(request: Request): void {
		const isForgotten = (other: Request) => this.excuses.forgetful === true && toolOf(other) !== toolOf(request);
		const open = listOf(this.byExecution, request.executionId).some(
			(other) =>
				(other.end === null || other.end === 'unknown') &&
				(other.destination === request.destination || other.identity === request.identity) &&
				!isForgotten(other),
		);
		if (open) this.complain('sent beside an open payment', request);
		if (this.excusesAlike) return;
		const ofOthers = this.world.bank.requests.some(
			(other) =>
				other.asTool &&
				other.reference !== request.reference &&
				other.destination === request.destination &&
				mayHavePaid(other) &&
				other.end !== 'accepted' &&
				!this.isSettled(other),
		);
		if (ofOthers) this.complain("sent beside a tool's open payment", request);
	}

	/** Whoever releases what may have been paid, or a database that forgets, lets a payment be repeated under another name. */
	private get excusesAlike(): boolean {
		return this.excuses.hasty === true || this.excuses.forgetful === true;
	}

	/** Nothing is sent that is like another payment under another reference, whose row came before its own, unless it may. */
	private judgeAlike(request: Request): void {
		const { destination, amount, actor, reference } = request;
		const chain = likeRows(destination, amount);
		const isOwn = ({ key, by, kind }: Change) =>
			kind === 'insert' && by === actor && key.startsWith(chain) && /:\d+:\d+$/.test(key);
		const place = this.world.database.changes.map(isOwn).lastIndexOf(true);
		if (place === -1) this.complain('sent without a row among those alike', request);
		for (const [other, otherPlace] of this.rowsOfLike) {
			const isAnother = other.reference !== reference && other.destination === destination && other.amount === amount;
			if (!isAnother || !mayHavePaid(other) || this.isReleased(other)) continue;
			if (otherPlace < place ? !request.mayRepeat : !other.mayRepeat)
				this.complain('repeated under another name', request);
		}
		this.rowsOfLike.set(request, place);
	}

	/** On a day no more is sent by tools than a person allowed, what was certainly not paid apart. */
	private judgeDay(request: Request): void {
		const { perDay } = request;
		if (perDay === null) return;
		const ofDay = this.world.bank.requests.filter((other) => other.perDay?.day === perDay.day && mayHavePaid(other));
		if (ofDay.length >= perDay.most)
			this.complain(`payment ${ofDay.length + 1} of ${perDay.most} on ${perDay.day}`, request);
	}

	/** The highest limit that a budget has had, by UTC day or month. */
	readonly most = new Map<string, bigint>();

	/** What left, or may have left, is never more than the highest limit that a budget had; each payment took its amount before. */
	private judgeBudgets(request: Request): void {
		const periods = [...this.most.keys()].filter((period) => this.hasTaken(request, period));
		if (this.most.size > 0 && periods.length < 2) this.complain('sent without a row in its budgets', request);
		for (const period of periods)
			if (sumOf(this.counted(period).certain) + request.amount > (this.most.get(period) ?? 0n))
				this.complain(`over the budget of ${period}`, request);
	}

	/**
	 * What counts in a period: what may have left, whoever released it, but for what the service calls failed and a release
	 * names. Perhaps also what a person began to release so, what the service denied though a person had found it, and what
	 * is left of an execution that was cut off.
	 */
	counted(period: string): { readonly certain: Request[]; readonly perhaps: Request[]; readonly isMore: boolean } {
		const its = this.world.bank.requests.filter((one) => this.hasTaken(one, period));
		const may = its.filter((one) => mayHavePaid(one) && !this.world.givenBack.has(one));
		const isInDoubt = (one: Request) => one.end === 'failed' && this.has(one, ':releasing');
		const denied = its.filter((one) => !mayHavePaid(one));
		return {
			certain: may.filter((one) => !isInDoubt(one)),
			perhaps: [
				...may.filter(isInDoubt),
				...denied.filter((one) => !this.has(one, ':refused') || this.has(one, ':marked')),
			],
			isMore: this.isCutOff(),
		};
	}

	/** Whether a claim is left of which nothing was sent, and that isn't over as refused. */
	private isCutOff(): boolean {
		const sent = new Set(
			this.world.bank.requests.map(({ reference, generation }) => this.row(reference ?? '', generation ?? 0)),
		);
		const { rows } = this.world.database;
		return [...rows].some(
			([key, { mode }]) => mode.startsWith('sent:') && !sent.has(key) && !rows.has(`${key}:refused`),
		);
	}

	private has({ reference, generation }: Request, mark: string): boolean {
		return reference !== null && this.world.database.has(this.row(reference, generation ?? 0, mark));
	}

	/** Whether the claim of a request says that it took its amount from the budget of a period. */
	private hasTaken({ reference, generation }: Request, period: string): boolean {
		if (reference === null) return false;
		const [, , day] =
			this.world.database.rows.get(this.row(reference, generation ?? 0, ':took'))?.mode.split(' ') ?? [];
		return day !== undefined && new Date(Number(day) * 86_400_000).toISOString().startsWith(period);
	}

	/** While payouts are halted, an execution sends no more than it had under way. */
	private judgeHalt(request: Request): void {
		if (!this.world.database.has(HALT_ROW)) return this.sinceHalt.clear();
		const sent = this.sinceHalt.get(request.executionId) ?? new Set();
		this.sinceHalt.set(request.executionId, sent.add(request.item));
		if (sent.size > request.atOnce) this.complain('sent while halted', request);
	}

	/** To be asked when nothing happens any more. */
	final(): string[] {
		const { world } = this;
		const { paid } = world.bank;
		for (const [reference, requests] of this.byReference) {
			const times = requests.filter((request) => request.paid && !yetPaid(request)).length;
			if (times > 1 && this.excuses.hasty !== true && this.excuses.forgetful !== true)
				this.complaints.push(`${reference} was paid ${times} times`);
			if (this.excuses.forgetful !== true && requests.some((request) => this.isForgotten(reference, request)))
				this.complaints.push(`${reference} was paid and is forgotten`);
		}
		for (const report of world.reports) {
			const { item, identity, outcome, message } = report;
			const own = paid.filter((request) => request.item === item);
			if (outcome === 'accepted' && own.length === 0)
				this.complaints.push(`${item} is reported accepted, but was not paid`);
			if (outcome === 'alreadyPaid' && this.excuses.forgetful !== true) {
				const same = paid.filter((request) => request.identity === identity);
				if (same.length === 0) this.complaints.push(`${item} is reported as already paid, but was not`);
			}
			const denied = outcome === 'rejected' || outcome === 'notSent' || outcome === 'failed';
			// Whoever releases a payment under way says that it was not made.
			const isDisowned = (request: Request) => this.excuses.hasty === true && this.isReleased(request);
			// Of calls that nothing tells apart, each speaks for itself.
			const isOthers = ({ attempt }: Request) => item.includes('keyless') && attempt !== report.attempt;
			const before = own.filter(
				(request) =>
					request.number < report.requests && !yetPaid(request) && !isDisowned(request) && !isOthers(request),
			);
			if (denied && before.length > 0 && !message.includes('already paid'))
				this.complaints.push(`${item} is reported ${outcome}, but was paid: ${message}`);
		}
		return [...this.complaints, ...world.disorder];
	}

	/** What an execution may have paid, refusals with effect apart, which its caps cannot know. */
	spent(execution: string): bigint {
		return this.world.bank.paid
			.filter((request) => request.execution === execution && !yetPaid(request))
			.reduce((sum, { amount }) => sum + amount, 0n);
	}

	private isForgotten(reference: string, request: Request): boolean {
		if (!request.paid || yetPaid(request)) return false;
		return !this.world.database.has(this.row(reference, request.generation ?? 0)) && !this.isReleased(request);
	}

	private isReleased({ reference, generation }: Request): boolean {
		return (
			reference !== null && generation !== null && this.world.database.has(this.row(reference, generation, ':released'))
		);
	}

	private isSettled(request: Request): boolean {
		const { reference, generation } = request;
		if (reference === null || generation === null) return false;
		return this.isReleased(request) || this.has(request, ':paid');
	}

	private currentGeneration(reference: string): number {
		let generation = 0;
		const isOver = () =>
			[':released', ':refused'].some((mark) => this.world.database.has(this.row(reference, generation, mark)));
		while (isOver()) generation += 1;
		return generation;
	}

	private row(reference: string, generation: number, other = ''): string {
		const key = this.rows.get(reference) ?? rowOf(reference).slice(0, -2);
		this.rows.set(reference, key);
		return `${key}:${generation}${other}`;
	}
}

/** Not refused, not failed, not unreached: as far as its sender knows, money may have moved. */
function mayHavePaid({ end }: Request): boolean {
	return end === null || end === 'accepted' || end === 'unknown' || end === 'failed';
}

/** The tool node of a call, by its item: only the database knows what another one sent. */
const toolOf = ({ item }: Request) => item.slice(0, item.lastIndexOf('/'));

export function sumOf(requests: readonly Request[]): bigint {
	return requests.reduce((sum, { amount }) => sum + amount, 0n);
}

function listOf(lists: Map<string, Request[]>, key: string): Request[] {
	const list = lists.get(key) ?? [];
	lists.set(key, list);
	return list;
}
