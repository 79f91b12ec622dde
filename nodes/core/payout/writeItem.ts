import type { JsonObject } from '../domain/json';
import type { Amount, LookUpKey, WritePlan, PayoutSettings, Prepared } from '../operation/operation';
import { ItemStopped, type Failure } from '../service/failure';
import { dataObjects, type PaymentResult } from '../service/service';
import { checkLimits, hasLimits, entryKeyOf } from './preflight';
import {
	amountFields,
	isSameReference,
	type ExecutionMemory,
	type MemoryEntry,
	type MemoryState,
} from './executionMemory';
import { destinationHash, identityHash, type Claim } from './record';
import { StoreFault } from './rows';
import * as messages from './payoutMessages';
import { hasBooks, type Books, type WriteRun, type PlannedItem } from './writeRun';
import {
	asReplay,
	emitted,
	payoutMember,
	requestOutput,
	transactionIdOf,
	warningOf,
	withoutError,
	withPayout,
	withWarning,
	type ShownOutcome,
} from './output';
import type { DayPlace } from './paymentDay';
import type { FailedPayment } from './resultRow';

export type ItemEnd =
	| { readonly outputs: JsonObject[]; readonly accepted: Omit<messages.Accepted, 'index'> | null }
	/** With `halted` nothing more of the run is sent. */
	| { readonly failure: Failure; readonly halted?: boolean };

/** What an item shares with the others of its run. */
export interface RunContext {
	readonly run: WriteRun;
	readonly memory: ExecutionMemory;
	readonly hint: (text: string) => void;
	/** A hint that stands in the item's output too. */
	readonly warn: (text: string) => void;
	readonly prepare: (plan: WritePlan) => Promise<Prepared>;
	/** Why nothing more is sent, once it is so. */
	readonly stopped: () => messages.NotReached | null;
	/** The request has left: what waited for that may go on. */
	readonly sent: () => void;
	/** Writes rows while the next payment of the same worker is under way. */
	readonly settleLater: (settle: () => Promise<void>) => void;
	/** Waits for the rows of the payment before. */
	readonly settled: () => Promise<void>;
}

/** One item, from the memory to the settled record; docs/design.md#one-payout. */
export class WriteItem {
	private readonly run: WriteRun;
	private readonly memory: ExecutionMemory;
	private readonly entryKey: string;
	private readonly identity: string;
	private readonly destination: string;
	private readonly payout: PayoutSettings | null;
	private subject: messages.Subject;
	private amount: Amount | null;
	private claim: Claim | null = null;
	private dayPlace: DayPlace | null = null;
	private generation: number | null = null;
	private left = false;
	/** Of a transaction that was answered and is no success. */
	private transactionId: string | null = null;

	constructor(
		private readonly context: RunContext,
		private readonly item: PlannedItem,
	) {
		const { plan } = item;
		this.run = context.run;
		this.memory = context.memory;
		this.entryKey = entryKeyOf(item, context.run);
		this.identity = identityHash(this.run.deployment.baseUrl, plan.identity);
		this.destination = destinationHash(this.run.deployment.baseUrl, plan);
		this.payout = plan.settings.payout;
		this.amount = plan.amount;
		this.subject = messages.describePayment(plan, plan.amount, null);
	}

	/** Never throws. */
	async execute(): Promise<ItemEnd> {
		try {
			return (await this.fromMemory()) ?? (await this.prepareAndSend());
		} catch (error) {
			return { failure: await this.afterThrow(error) };
		}
	}

	/** What an earlier try in this execution left, for an item that is not to be sent now; null if nothing. */
	recall(): ItemEnd | null {
		const entry = this.memory.find(this.entryKey);
		return entry === null ? null : this.remembered(entry);
	}

	/** As far as it is known by now. */
	get payment(): FailedPayment {
		return { amount: this.amount, transactionId: this.transactionId };
	}

	/** The same for an item whose turn has come; null when it may be sent. */
	private async fromMemory(): Promise<ItemEnd | null> {
		if (this.payout?.validateOnly === true) return null;
		const entry = this.memory.find(this.entryKey);
		if (entry === null) return await this.fromOthers();
		const fate =
			entry.state === 'unknown' || entry.state === 'sending' || entry.state === 'failed'
				? await this.fateOf(entry)
				: null;
		if (fate === 'released') {
			this.memory.forget(this.entryKey);
			return null;
		}
		if (fate === 'paid') return this.alreadyPaid(entry.identity === this.identity);
		return this.remembered(entry);
	}

	/** What other items of this execution mean for one that was not tried yet. */
	private async fromOthers(): Promise<ItemEnd | null> {
		const refused = this.answeredBefore();
		if (refused !== null || this.payout === null) return refused;
		for (const entry of this.memory.open(this.entryKey)) {
			const failure = this.blockedBy(entry);
			if (failure !== null && (await this.fateOf(entry)) === null) return { failure };
		}
		return null;
	}

	/** The reference got a response in this execution, for whichever item. */
	private answeredBefore(): ItemEnd | null {
		const { reference } = this.subject;
		const entry = reference === null ? null : this.memory.answered(reference, this.run.deployment.baseUrl);
		if (entry === null) return null;
		return entry.state === 'accepted' ? this.alreadyPaid(entry.identity === this.identity) : this.remembered(entry);
	}

	/** What an open payment of this execution means for this one, unless it was settled since. */
	private blockedBy(entry: MemoryEntry): Failure | null {
		const own =
			this.isOfThisExecution(entry) &&
			isSameReference(entry, { reference: this.subject.reference, baseUrl: this.run.deployment.baseUrl });
		// Whatever the record says: somebody may have released it too early.
		if (own) return messages.rememberedFailure(this.subject, entry);
		const same = entry.destination === this.destination || entry.identity === this.identity;
		if (this.run.asTool && same) return messages.openElsewhereFailure(this.subject, entry);
		const stops = entry.state === 'unknown' && entry.stops && this.isOfThisExecution(entry);
		return stops ? messages.notSentFailure(this.subject, 'unknown') : null;
	}

	private isOfThisExecution({ executionId }: MemoryEntry): boolean {
		return executionId === this.memory.executionId;
	}

	/**
	 * What a person did about an entry of unknown outcome, of an execution that has ended; null as long
	 * as it is unknown. A record that cannot be read is no permission.
	 */
	private async fateOf(entry: MemoryEntry): Promise<'released' | 'paid' | null> {
		const { books, deployment } = this.run;
		const { reference, generation, baseUrl } = entry;
		if (
			this.isOfThisExecution(entry) ||
			reference === null ||
			generation === null ||
			baseUrl !== deployment.baseUrl ||
			!hasBooks(books)
		)
			return null;
		const fate = await books.record.fateOf(reference, generation).catch(() => 'unknown' as const);
		return fate === 'unknown' ? null : fate;
	}

	private remembered(entry: MemoryEntry): ItemEnd {
		if (entry.state === 'rejected') return { failure: messages.answeredFailure(this.subject, entry) };
		this.transactionId = entry.transactionId;
		if (entry.state !== 'accepted') return { failure: messages.rememberedFailure(this.subject, entry) };
		if (entry.identity !== this.identity) return { failure: messages.paidOtherwiseFailure(this.subject, entry) };
		const { reference, transactionId, outputs } = entry;
		for (const warning of outputs.map(warningOf)) if (warning !== null) this.context.hint(warning);
		return { outputs: outputs.map(asReplay), accepted: { reference, transactionId } };
	}

	private async prepareAndSend(): Promise<ItemEnd> {
		const { plan } = this.item;
		const prepared = await this.context.prepare(plan);
		this.amount = prepared.amount ?? plan.amount;
		this.subject = messages.describePayment(plan, this.amount, prepared.leftBehind ?? null);
		const { payout, run } = this;
		if (payout === null) return await this.send(prepared);
		if (!hasBooks(run.books)) return { failure: messages.noBooksFailure(this.subject, run.books) };
		// In a dry run the amount of a quote that is not made stays open.
		if (!payout.validateOnly || prepared.amountFollows !== true) this.compareLimits(payout);
		else if (hasLimits(payout)) this.context.hint(messages.notComparedHint(this.subject.what));
		if (payout.validateOnly) return await this.validated(prepared, payout, run.books);
		await this.context.settled();
		if (run.service.clock.cancelled()) return this.notSent('cancelled');
		return (await this.claimed(payout, run.books, prepared.lookUpKeys)) ?? (await this.leave(prepared));
	}

	/** Holds the reference; or says why the payment may not be sent. */
	private async claimed(
		payout: PayoutSettings,
		books: Books,
		lookUpKeys: readonly LookUpKey[] = [],
	): Promise<ItemEnd | null> {
		for (const reference of payout.alsoOpenUnder) {
			if ((await books.record.check(reference)) === 'unknown')
				return { failure: messages.openBeforeFailure(this.subject, reference) };
		}
		const { reference } = payout;
		// The stop button is read beside the claim, since both are waited for before every payment.
		const halted = books.halt.isSet().catch((error: unknown) => error);
		const claimed = reference === null ? null : await books.record.claim(reference, this.identity, lookUpKeys);
		if (claimed?.kind === 'claimed') {
			this.claim = claimed.claim;
			this.generation = claimed.claim.generation;
		}
		const halt = await halted;
		if (halt === true)
			return { failure: await this.withdrawn(messages.notSentFailure(this.subject, 'halted')), halted: true };
		if (halt !== false) throw halt;
		if (claimed === null || claimed.kind === 'claimed')
			return payout.perDay === null ? null : await this.ofTheDay(payout.perDay, books);
		return this.taken(claimed.kind, claimed.sameIdentity);
	}

	/** Counts the payment among those of its day; or says that the day has no more. */
	private async ofTheDay(perDay: NonNullable<PayoutSettings['perDay']>, { days }: Books): Promise<ItemEnd | null> {
		this.dayPlace = await days.take(perDay.day, perDay.most);
		if (this.dayPlace !== null) return null;
		return { failure: await this.withdrawn(messages.overDayFailure(this.subject, perDay)) };
	}

	private taken(kind: 'paid' | 'unknown', sameIdentity: boolean): ItemEnd {
		if (kind === 'paid') return this.alreadyPaid(sameIdentity);
		return { failure: messages.openFailure(this.subject, sameIdentity) };
	}

	private alreadyPaid(sameIdentity: boolean): ItemEnd {
		const skip = this.payout?.alreadyRecorded === 'skip' && this.payout.referenceGiven && sameIdentity;
		return skip ? this.showOwn('alreadyPaid') : { failure: messages.paidFailure(this.subject, sameIdentity) };
	}

	private async leave(prepared: Prepared): Promise<ItemEnd> {
		const leaving = await this.claim?.sent();
		if (leaving?.go !== false) return await this.send(prepared, leaving?.until);
		return { failure: await this.withdrawn(messages.notSentFailure(this.subject, 'releasing')) };
	}

	/**
	 * From here to the request nothing waits: what was checked while others could write, is checked
	 * again, and the memory says `sending` before the request leaves.
	 */
	private async send(prepared: Prepared, until = Infinity): Promise<ItemEnd> {
		const stopped = this.stoppedMeanwhile() ?? (this.run.service.clock.now() > until ? this.notSent('late') : null);
		if (stopped !== null && 'failure' in stopped) return { failure: await this.withdrawn(stopped.failure) };
		if (stopped !== null) {
			// Paid meanwhile by another call of the same payment; what cannot be taken back stays unknown.
			await Promise.allSettled([this.claim?.refused(), this.dayPlace?.giveBack()]);
			return stopped;
		}
		this.remember('sending');
		this.left = true;
		const payment = this.run.service.pay(prepared.request, { ...this.item.plan.settings, until });
		this.context.sent();
		const paymentResult = await payment;
		const { outcome } = paymentResult.classified;
		if (outcome === 'accepted') return this.accept(prepared, paymentResult);
		const transactionId = transactionIdOf(dataObjects(paymentResult.response?.data));
		const failure = messages.sentFailure(this.subject, paymentResult, transactionId);
		if (outcome !== 'rejected') {
			this.transactionId = transactionId;
			this.remember(outcome, { transactionId, cause: failure.cause });
			if (outcome === 'failed') await this.claim?.answered().catch(() => undefined);
			return { failure };
		}
		this.rememberRejected(paymentResult, failure);
		const said = await this.withdrawn(failure);
		// The next try of this execution must not say less.
		if (said !== failure) this.remember('rejected', this.asSaid(paymentResult, said));
		return { failure: said };
	}

	private stoppedMeanwhile(): ItemEnd | null {
		if (this.run.service.clock.cancelled()) return this.notSent('cancelled');
		const stop = this.context.stopped();
		if (stop !== null) return this.notSent(stop);
		const entry = this.memory.find(this.entryKey);
		if (entry !== null) return this.remembered(entry);
		const refused = this.answeredBefore();
		if (refused !== null || this.payout === null) return refused;
		const failure = this.blockedNow() ?? this.overLimits(this.payout);
		return failure === null ? null : { failure };
	}

	/** What was open of earlier executions was looked at before; what this one has under way may be new. */
	private blockedNow(): Failure | null {
		const own = this.memory.open(this.entryKey).filter((entry) => this.isOfThisExecution(entry));
		return own.map((entry) => this.blockedBy(entry)).find((failure) => failure !== null) ?? null;
	}

	/** The service took it: whatever its response looks like, this item is paid. */
	private accept(prepared: Prepared, paymentResult: PaymentResult): ItemEnd {
		const outputs = this.shown(this.outputsOf(prepared, paymentResult), 'accepted');
		const transactionId = transactionIdOf(outputs);
		this.remember('accepted', { transactionId, outputs });
		this.context.settleLater(async () => await this.settlePaid(transactionId, outputs).catch(() => undefined));
		return { outputs, accepted: { reference: this.subject.reference, transactionId } };
	}

	private outputsOf(prepared: Prepared, { response }: PaymentResult): JsonObject[] {
		const outputs = emitted(prepared, response, this.payout !== null);
		if (outputs === null) this.context.hint(messages.unreadableHint(this.subject.what));
		return outputs ?? [response?.body ?? {}];
	}

	private shown(outputs: JsonObject[], outcome: ShownOutcome): JsonObject[] {
		if (this.payout === null) return outputs.map(withoutError);
		const { reference } = this.subject;
		const { deployment } = this.run;
		const payout = payoutMember({ reference, outcome, replayed: false, deployment, amount: this.amount });
		return outputs.map((output) => withPayout(output, payout));
	}

	/** The dry run says what the real one would say, the record included, and changes nothing. */
	private async validated(
		{ request }: Prepared,
		payout: PayoutSettings,
		{ record, halt, days }: Books,
	): Promise<ItemEnd> {
		if (await halt.isSet()) return { ...this.notSent('halted'), halted: true };
		const found = payout.reference === null ? null : await record.look(payout.reference, this.identity);
		if (found !== null && found.kind !== 'free') return this.taken(found.kind, found.sameIdentity);
		const { perDay } = payout;
		if (perDay !== null && !(await days.hasPlace(perDay.day, perDay.most)))
			return { failure: messages.overDayFailure(this.subject, perDay) };
		return { outputs: this.shown([requestOutput(request)], 'notSent'), accepted: null };
	}

	private compareLimits(payout: PayoutSettings): void {
		const failure =
			payout.payeeProblem === null ? this.overLimits(payout) : messages.payeeFailure(this.subject, payout.payeeProblem);
		if (failure !== null) throw new ItemStopped(failure);
	}

	private overLimits(payout: PayoutSettings): Failure | null {
		const limits = checkLimits(this.amount, (currency) => this.memory.total(currency), payout);
		return limits.ok ? null : messages.overLimitFailure(this.subject, limits.reason);
	}

	private showOwn(outcome: ShownOutcome): ItemEnd {
		return { outputs: this.shown([{}], outcome), accepted: null };
	}

	private notSent(because: messages.NotReached): ItemEnd {
		return { failure: messages.notSentFailure(this.subject, because) };
	}

	private remember(state: MemoryState, more: Partial<MemoryEntry> = {}): void {
		this.memory.write(this.entryKey, this.entry(state, more));
	}

	private entry(state: MemoryState, more: Partial<MemoryEntry>): MemoryEntry {
		const { what, reference, leftBehind } = this.subject;
		return {
			state,
			executionId: this.memory.executionId,
			identity: this.identity,
			destination: this.destination,
			reference,
			generation: this.generation,
			what,
			...amountFields(this.amount),
			transactionId: null,
			baseUrl: this.run.deployment.baseUrl,
			leftBehind: state === 'accepted' ? null : leftBehind,
			stops: this.item.plan.settings.onUnknown === 'stop',
			message: null,
			cause: null,
			httpCode: null,
			outputs: [],
			...more,
		};
	}

	/** A payment that got a response is not sent again in this execution, by no later item either; docs/money.md#outcomes. */
	private rememberRejected(paymentResult: PaymentResult, failure: Failure): void {
		if (paymentResult.httpCode === null || this.payout === null) this.memory.forget(this.entryKey);
		else this.remember('rejected', this.asSaid(paymentResult, failure));
	}

	private asSaid({ httpCode }: PaymentResult, { description, cause }: Failure): Partial<MemoryEntry> {
		return { message: this.run.redact(description), cause, httpCode };
	}

	/** A record that cannot be written leaves the reference unknown, which is the safe side, and changes no outcome. */
	private async settlePaid(transactionId: string | null, outputs: readonly JsonObject[]): Promise<void> {
		try {
			await this.claim?.paid();
		} catch {
			const warning = messages.paidUnsettledHint(this.subject);
			this.context.warn(warning);
			this.remember('accepted', { transactionId, outputs: outputs.map((output) => withWarning(output, warning)) });
		}
	}

	/** Frees the reference of a payment that was certainly not made; says so where that failed. */
	private async withdrawn(failure: Failure): Promise<Failure> {
		const { claim, dayPlace } = this;
		this.claim = null;
		this.dayPlace = null;
		// Where it cannot be given back, the day has one payment less, which is the safe side.
		await dayPlace?.giveBack().catch(() => undefined);
		try {
			await claim?.refused();
			return failure;
		} catch {
			return messages.stillClaimed(failure);
		}
	}

	private async afterThrow(error: unknown): Promise<Failure> {
		// The memory says `sending`, which counts as unknown, or how the request ended.
		if (this.left) return messages.brokenAfterFailure(this.subject);
		return await this.withdrawn(this.failureOf(error));
	}

	private failureOf(error: unknown): Failure {
		if (error instanceof StoreFault) return messages.storeFailure(this.subject, error.reason);
		if (!(error instanceof ItemStopped)) return messages.brokenBeforeFailure(this.subject);
		if (this.run.service.clock.cancelled()) return messages.notSentFailure(this.subject, 'cancelled');
		return this.stopped(error.failure);
	}

	/** Names the payout in the words of whatever stopped it before it was sent. */
	private stopped(failure: Failure): Failure {
		if (failure.outcome === 'unknown' || failure.outcome === 'failed') {
			// A request that creates something, on the way to one that does.
			this.remember('unknown');
			return failure;
		}
		return messages.stoppedFailure(this.subject, failure);
	}
}
