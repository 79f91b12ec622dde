import type { JsonObject } from '../domain/json';
import type { Amount, PayoutSettings, Prepared } from '../operation/operation';
import { ItemStopped, type Failure } from '../service/failure';
import { dataObjects, type PaymentEnding } from '../service/service';
import { checkCaps, isCapped } from './caps';
import { WARN_AT_ENTRIES } from './claim';
import { amountFields, type ExecutionMemory, type MemoryEntry, type MemoryState } from './executionMemory';
import { identityHash } from './identity';
import * as messages from './messages';
import type { MoneyRun, PlannedItem } from './moneyRun';
import { asReplay, payoutMember, transactionIdOf, withoutError, withPayout, type ShownOutcome } from './output';
import type { Claim } from './payoutRecord';
import { slotOf } from './preChecks';
import { preparingService } from './preparing';
import { RecordFault } from './recordAccess';
import * as recordMessages from './recordMessages';

export type ItemEnd =
	| { readonly outputs: JsonObject[]; readonly accepted: Omit<messages.Accepted, 'index'> | null }
	| { readonly failure: Failure };

/** One item, from the memory to the settled records; contract 5.3 to 5.6. */
export class MoneyItem {
	private readonly slot: string;
	private readonly identity: string;
	private readonly payout: PayoutSettings | null;
	private told: messages.Told;
	private amount: Amount | null;
	private claim: Claim | null = null;
	private left = false;

	constructor(
		private readonly run: MoneyRun,
		private readonly memory: ExecutionMemory,
		private readonly item: PlannedItem,
		private readonly hint: (text: string) => void,
	) {
		const { plan } = item;
		this.slot = slotOf(item, run);
		this.identity = identityHash(run.deployment.baseUrl, plan.identity);
		this.payout = plan.settings.payout;
		this.amount = plan.amount;
		this.told = messages.tell(plan, plan.amount, null);
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
		const entry = this.memory.find(this.slot);
		return entry === null ? null : this.remembered(entry);
	}

	/** The same for an item whose turn has come; null when it may be sent. */
	private async fromMemory(): Promise<ItemEnd | null> {
		const entry = this.memory.find(this.slot);
		if (entry === null || this.payout?.validateOnly === true) return null;
		const here = entry.baseUrl === this.run.deployment.baseUrl;
		if (entry.state !== 'accepted' && entry.reference !== null && here && this.run.record !== null) {
			// A record that cannot be asked makes no payment that may have been made an unpaid one.
			const state = await this.run.record.check(entry.reference, this.payout?.claimDelayMs).catch(() => 'unknown');
			if (state === 'free') {
				this.memory.forget(this.slot);
				return null;
			}
			if (state === 'paid' && this.payout?.alreadyRecorded === 'skip') return this.emitOwn('alreadyPaid');
		}
		return this.remembered(entry);
	}

	private remembered(entry: MemoryEntry): ItemEnd {
		if (entry.state !== 'accepted') return { failure: recordMessages.rememberedFailure(this.told, entry) };
		if (entry.identity !== this.identity) return { failure: recordMessages.paidOtherwiseFailure(this.told, entry) };
		const { reference, transactionId } = entry;
		return { outputs: entry.outputs.map(asReplay), accepted: { reference, transactionId } };
	}

	private async prepareAndSend(): Promise<ItemEnd> {
		const { plan } = this.item;
		const prepared = await plan.prepare(preparingService(this.run.service, plan, this.told));
		this.amount = prepared.amount ?? plan.amount;
		this.told = messages.tell(plan, this.amount, prepared.leftBehind ?? null);
		if (this.payout === null) return await this.send(prepared);
		if (this.payout.validateOnly) return this.validated(prepared, this.payout);
		this.compareCaps(this.payout);
		const { reference, claimDelayMs } = this.payout;
		if (reference !== null) {
			if (this.run.record === null) return { failure: recordMessages.recordAbsentFailure(this.told) };
			if (this.run.service.clock.cancelled()) return this.cancelled();
			const claimed = await this.run.record.claim(reference, claimDelayMs);
			if (claimed.kind === 'paid' && this.payout.alreadyRecorded === 'skip') return this.emitOwn('alreadyPaid');
			if (claimed.kind !== 'claimed') return { failure: recordMessages.claimFailure(this.told, claimed.kind) };
			this.claim = claimed.claim;
			if (claimed.entries >= WARN_AT_ENTRIES) this.hint(recordMessages.fillingHint(claimed.entries));
		}
		return await this.send(prepared);
	}

	/**
	 * From here to the request nothing waits: what was checked while others could write, is checked
	 * again, and the memory says `sending` before the request leaves.
	 */
	private async send(prepared: Prepared): Promise<ItemEnd> {
		const stopped = this.stoppedMeanwhile();
		if (stopped !== null) {
			await this.settle('withdraw');
			return stopped;
		}
		this.remember('sending');
		this.left = true;
		const ending = await this.run.service.pay(prepared.request, this.item.plan.settings.timeoutMs);
		const { outcome } = ending.classified;
		if (outcome === 'accepted') return await this.accept(prepared, ending);
		const transactionId = transactionIdOf(dataObjects(ending.answer?.data));
		if (outcome === 'rejected') {
			this.memory.forget(this.slot);
			await this.settle('withdraw');
		} else {
			this.remember(outcome, [], transactionId);
			await this.settle('keep');
		}
		return { failure: messages.sentFailure(this.told, ending, transactionId) };
	}

	private stoppedMeanwhile(): ItemEnd | null {
		if (this.run.service.clock.cancelled()) return this.cancelled();
		const entry = this.memory.find(this.slot);
		if (entry !== null) return this.remembered(entry);
		if (this.payout === null) return null;
		const failure = this.overCaps(this.payout);
		return failure === null ? null : { failure };
	}

	/** The service took it: whatever its answer looks like, this item is paid. */
	private async accept(prepared: Prepared, ending: PaymentEnding): Promise<ItemEnd> {
		const outputs = this.shown(this.emitted(prepared, ending), 'accepted');
		const transactionId = transactionIdOf(outputs);
		this.remember('accepted', outputs, transactionId);
		await this.settle('paid');
		return { outputs, accepted: { reference: this.told.reference, transactionId } };
	}

	private emitted(prepared: Prepared, { answer }: PaymentEnding): JsonObject[] {
		const raw = answer?.body ?? {};
		if (answer !== null) {
			try {
				const outputs = prepared.emit(answer);
				if (this.payout === null || outputs.length === 1) return outputs;
			} catch {
				// Shown as it came, below: the payment is not undone by an answer that cannot be read.
			}
		}
		this.hint(recordMessages.unreadableHint(this.told.what));
		return [raw];
	}

	private shown(outputs: JsonObject[], outcome: ShownOutcome): JsonObject[] {
		if (this.payout === null) return outputs.map(withoutError);
		return outputs.map((output) => withPayout(output, this.payoutMember(outcome)));
	}

	private payoutMember(outcome: ShownOutcome): JsonObject {
		const { deployment } = this.run;
		return payoutMember({ reference: this.told.reference, outcome, replayed: false, deployment, amount: this.amount });
	}

	private validated({ request }: Prepared, payout: PayoutSettings): ItemEnd {
		if (this.amount === null && isCapped(payout)) this.hint(recordMessages.amountOpenHint(this.told.what));
		else this.compareCaps(payout);
		const { method, path, query, body } = request;
		const shown: JsonObject = { method, path, ...(query === undefined ? {} : { query: { ...query } }), body: body ?? null };
		return { outputs: this.shown([{ request: shown }], 'notSent'), accepted: null };
	}

	private compareCaps(payout: PayoutSettings): void {
		const failure = this.overCaps(payout);
		if (failure !== null) throw new ItemStopped(failure);
	}

	private overCaps(payout: PayoutSettings): Failure | null {
		const caps = checkCaps(this.amount, (currency) => this.memory.total(currency), payout);
		return caps.ok ? null : this.refusal(`${caps.reason}.`);
	}

	private emitOwn(outcome: ShownOutcome): ItemEnd {
		return { outputs: this.shown([{}], outcome), accepted: null };
	}

	private cancelled(): ItemEnd {
		return { failure: recordMessages.notSentFailure(this.told, 'cancelled') };
	}

	private refusal(why: string): Failure {
		return messages.failureOf(this.told, messages.refusedText(this.told, why), { outcome: 'rejected' });
	}

	private remember(state: MemoryState, outputs: JsonObject[] = [], transactionId: string | null = null): void {
		const { what, reference } = this.told;
		const leftBehind = state === 'accepted' ? null : this.told.leftBehind;
		const baseUrl = state === 'accepted' ? null : this.run.deployment.baseUrl;
		const fields = { what, reference, baseUrl, leftBehind, transactionId, outputs, ...amountFields(this.amount) };
		this.memory.write(this.slot, { identity: this.identity, state, ...fields });
	}

	/** A record that cannot be written leaves the reference on the safe side, and changes no outcome. */
	private async settle(how: Exclude<keyof Claim, 'reference'>): Promise<void> {
		const { claim } = this;
		if (claim === null) return;
		this.claim = null;
		try {
			await claim[how]();
		} catch {
			this.hint(recordMessages.unsettledHint([claim.reference]));
		}
	}

	private async afterThrow(error: unknown): Promise<Failure> {
		if (this.left) {
			// The memory says `sending`, which counts as unknown, or how the request ended.
			await this.settle('keep');
			return recordMessages.brokenAfterFailure(this.told);
		}
		await this.settle('withdraw');
		if (error instanceof RecordFault) return recordMessages.recordFaultFailure(this.told, error.reason);
		if (!(error instanceof ItemStopped)) return recordMessages.brokenBeforeFailure(this.told);
		if (this.run.service.clock.cancelled()) return recordMessages.notSentFailure(this.told, 'cancelled');
		return this.stopped(error.failure);
	}

	/** Names the payout in the words of whatever stopped it before it was sent. */
	private stopped(failure: Failure): Failure {
		if (failure.outcome === 'unknown' || failure.outcome === 'failed') {
			// A request that binds, on the way to one that binds.
			this.remember('unknown');
			return failure;
		}
		const told = failure.message.includes(this.told.what);
		if (told && failure.outcome === 'rejected') return { ...failure, reference: this.told.reference };
		return { ...this.refusal(failure.message), httpCode: failure.httpCode, retryable: failure.retryable, source: failure.source };
	}
}
