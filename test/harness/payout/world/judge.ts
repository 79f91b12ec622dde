import { NOT_KNOWN } from '../../../../nodes/core/payees/account';
import { bindingRow, HALT_ROW, likeRows, rowOf } from '../rows';
import type { Request } from './bank';
import type { Change } from './database';
import type { Report, World } from './world';

/** Conditions under which the connector can't keep every rule. The judge then skips the rules concerned. */
export interface Excuses {
	/** People release references without checking the service, or while a request is in progress. */
	readonly hasty?: boolean;
	/** The database loses writes that it had confirmed. */
	readonly forgetful?: boolean;
}

/** Whether the service reported an error but paid. The connector can't tell this from a real refusal. */
const yetPaid = ({ fate }: Request) => fate.endsWith('YetPaid');

/**
 * Checks that everything that happens in a simulation is allowed. The judge reads the ledger, the rows and the reports;
 * it doesn't ask the code under test.
 */
export class Judge {
	readonly complaints: string[] = [];
	private readonly byReference = new Map<string, Request[]>();
	private readonly byItem = new Map<string, Request[]>();
	private readonly byExecution = new Map<string, Request[]>();
	private readonly rows = new Map<string, string>();
	/** For each similar payment (same payee and amount): the index of its row's insert in the database's `changes`. */
	private readonly rowsOfLike = new Map<Request, number>();
	/** Items that each execution has sent since payouts were halted, by execution ID. */
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

	/** Judges a request before it is added to the lists of earlier requests. */
	private whenSent(request: Request): void {
		const { reference, item, executionId } = request;
		const ofReference = reference === null ? [] : listOf(this.byReference, reference);
		const ofItem = listOf(this.byItem, item);
		const ofExecution = listOf(this.byExecution, executionId);
		if (reference !== null && this.excuses.forgetful !== true) this.judgeGeneration(request, reference, ofReference);
		this.judgeAnswers(request, ofExecution);
		this.judgeMemory(request, ofItem);
		// The request is sent again because the service was unreachable. The first time, it passed the checks below.
		const repeated = ofItem.some(({ attempt, end }) => attempt === request.attempt && end === 'unreached');
		if (!repeated) this.judgeStop(request, ofExecution);
		if (!repeated && request.asTool) this.judgeTool(request);
		if (!repeated && this.excuses.forgetful !== true) this.judgeDay(request);
		this.judgeHalt(request);
		// Payments that the record has are left out of the total. A forgetful database can lose them before the request.
		if (request.isOverTotal && this.excuses.forgetful !== true)
			this.complain('sent of a list over its Maximum Total', request);
		if (!repeated) this.judgeBudgets(request);
		this.judgeAccount(request);
		if (!repeated && request.isLike && !this.excusesAlike) this.judgeAlike(request);
		for (const list of reference === null ? [ofItem, ofExecution] : [ofReference, ofItem, ofExecution])
			list.push(request);
	}

	/** If a run reports a payment as accepted without a warning, the record must say that the payment is paid. */
	private judgeSettled({ item }: Report, { outcome, replayed, warning }: Readonly<Record<string, unknown>>): void {
		if (outcome !== 'accepted' || replayed !== false || warning !== undefined || this.excuses.forgetful === true)
			return;
		const sent = listOf(this.byItem, item).filter(({ end }) => end === 'accepted');
		for (const { reference, generation } of sent.slice(-1))
			if (reference !== null && !this.world.database.has(this.row(reference, generation ?? 0, ':paid')))
				this.complaints.push(`${item} is reported accepted, not recorded as paid, and nobody is told`);
	}

	/**
	 * A request is sent only from an account that the workflow was bound to during the run. Before any binding, it is
	 * sent only from an account that Mavapay doesn't name.
	 */
	private judgeAccount(request: Request): void {
		const { told, began } = request.payer;
		if (told === null) this.complain('sent, and nobody knew from which account', request);
		if (began === null) return;
		const { changes, rows } = this.world.database;
		const names: Array<string | null> = [NOT_KNOWN];
		for (const [place, { kind, key }] of changes.entries()) {
			if (kind !== 'insert' || !key.startsWith(bindingRow(0).slice(0, -1))) continue;
			// Keeps the last binding from before the run began, and all later ones.
			if (place < began) names.length = 0;
			names.push(rows.get(key)?.mode ?? null);
		}
		if (!names.includes(told)) this.complain('sent from another account', request);
	}

	/** A payee is reported as known only after it was paid. */
	private judgeKnown({ item }: Report, { payeeHistory, replayed }: Readonly<Record<string, unknown>>): void {
		const own = listOf(this.byItem, item).at(-1);
		if (payeeHistory !== 'known' || replayed === true || own === undefined) return;
		const isEarlier = ({ destination, end, number }: Request) =>
			destination === own.destination && end === 'accepted' && number !== own.number;
		if (!this.world.bank.requests.some(isEarlier))
			this.complaints.push(`${item} is to a payee that counts as known, and was never paid`);
	}

	/** No double payment: under one claim of a reference, nothing is sent while an earlier request may have paid. */
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

	/** Whether a person marked a claim as paid before its refusal was recorded, and nobody released the claim. */
	wasMarkedFirst(reference: string, generation: number): boolean {
		const at = (mark: string) => this.world.database.insertedAt(this.row(reference, generation, mark));
		const marked = at(':marked');
		return marked !== -1 && at(':refused') > marked && at(':released') === -1;
	}

	/** Within one execution, a payment is sent again only if the service was unreachable before. */
	private judgeAnswers(request: Request, earlier: readonly Request[]): void {
		const same = earlier.filter(({ reference, item }) =>
			request.reference === null ? item === request.item : reference === request.reference,
		);
		// Only the database knows what another tool node, or a parallel call, has paid. A forgetful database can lose that.
		const isForgotten = ({ end, asTool }: Request) => this.excuses.forgetful === true && end === 'accepted' && asTool;
		if (same.some((other) => other.end !== 'unreached' && !isForgotten(other)))
			this.complain('answered twice in one execution', request);
	}

	/** An execution never resends a payment that may have been made. A Retry resends one only after a release. */
	private judgeMemory(request: Request, earlier: readonly Request[]): void {
		for (const other of earlier) {
			if (!mayHavePaid(other)) continue;
			if (other.executionId === request.executionId || !this.isReleased(other))
				this.complain('sent again from memory', request);
		}
	}

	/**
	 * With *On Unknown Outcome: Stop*, an execution sends nothing after an unknown outcome. An outcome that is unknown
	 * because the transport threw an error (`broken`) is exempt.
	 */
	private judgeStop(request: Request, earlier: readonly Request[]): void {
		if (earlier.some(({ end, stops, fate }) => end === 'unknown' && stops && fate !== 'broken'))
			this.complain('sent after a stop', request);
	}

	/** An AI tool sends nothing while the outcome of this payment, or of another one to its payee, is open. */
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

	/**
	 * Whether a payment can be repeated under another reference, because a person released a payment that may have been
	 * made, or because the database forgot it.
	 */
	private get excusesAlike(): boolean {
		return this.excuses.hasty === true || this.excuses.forgetful === true;
	}

	/**
	 * A payment like an earlier one (same payee and amount, another reference) is sent only if repeats are allowed. The
	 * earlier payment is the one whose row was inserted first.
	 */
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

	/** AI tools make at most as many payments a day as allowed. Payments that certainly weren't made don't count. */
	private judgeDay(request: Request): void {
		const { perDay } = request;
		if (perDay === null) return;
		const ofDay = this.world.bank.requests.filter((other) => other.perDay?.day === perDay.day && mayHavePaid(other));
		if (ofDay.length >= perDay.most)
			this.complain(`payment ${ofDay.length + 1} of ${perDay.most} on ${perDay.day}`, request);
	}

	/** The highest limit that each budget has had, in minor units, by UTC day or month. */
	readonly most = new Map<string, bigint>();

	/** The payments that may have been made never exceed their budget's highest limit. */
	private judgeBudgets(request: Request): void {
		const periods = [...this.most.keys()].filter((period) => this.hasTaken(request, period));
		if (this.most.size > 0 && periods.length < 2) this.complain('sent without a row in its budgets', request);
		for (const period of periods)
			if (sumOf(this.counted(period).certain) + request.amount > (this.most.get(period) ?? 0n))
				this.complain(`over the budget of ${period}`, request);
	}

	/**
	 * The payments that count in a period. `certain`: payments that may have been made, released or not, except those
	 * released by naming their failed transaction. `perhaps`: failed payments whose release was begun, and refused ones
	 * whose refusal wasn't recorded or that a person marked as paid. `isMore`: an execution that was cut off may have
	 * taken more.
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

	/** Whether there is a claim under which nothing was sent and which isn't recorded as refused. */
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

	/** Whether the claim of a request took its amount from the budget of this period, according to its rows. */
	private hasTaken({ reference, generation }: Request, period: string): boolean {
		if (reference === null) return false;
		const [, , day] =
			this.world.database.rows.get(this.row(reference, generation ?? 0, ':took'))?.mode.split(' ') ?? [];
		return day !== undefined && new Date(Number(day) * 86_400_000).toISOString().startsWith(period);
	}

	/** While payouts are halted, an execution sends at most as many items as it can have in progress at once. */
	private judgeHalt(request: Request): void {
		if (!this.world.database.has(HALT_ROW)) return this.sinceHalt.clear();
		const sent = this.sinceHalt.get(request.executionId) ?? new Set();
		this.sinceHalt.set(request.executionId, sent.add(request.item));
		if (sent.size > request.atOnce) this.complain('sent while halted', request);
	}

	/** All complaints. Call it when the simulation has ended. */
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
			// A person who releases a payment in progress declares that it wasn't made.
			const isDisowned = (request: Request) => this.excuses.hasty === true && this.isReleased(request);
			// Tool calls without an ID share an item name, so a report is compared only with requests of its own attempt.
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

	/** The amount that an execution paid, in minor units, without payments that the service reported as refused. */
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

/** Whether a request counts as possibly paid: every request, even a failed one, unless it was refused or unreached. */
function mayHavePaid({ end }: Request): boolean {
	return end === null || end === 'accepted' || end === 'unknown' || end === 'failed';
}

/** The execution and the tool node of a tool call: its item's name without the last part. */
const toolOf = ({ item }: Request) => item.slice(0, item.lastIndexOf('/'));

export function sumOf(requests: readonly Request[]): bigint {
	return requests.reduce((sum, { amount }) => sum + amount, 0n);
}

function listOf(lists: Map<string, Request[]>, key: string): Request[] {
	const list = lists.get(key) ?? [];
	lists.set(key, list);
	return list;
}
