import { PayoutRecord, type HeldClaim } from '../../../nodes/core/record/record';
import type { SettlableClaim } from '../../../nodes/core/record/settlement';
import { openOf } from './fixture';
import { MemoryRows, MONEY, unbound } from './rows';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** A time in the middle of one of the record's five-minute slots. */
export const START = Date.parse('2026-11-02T10:02:30Z');

/** A workflow's record, with a clock that the test sets. */
export class Desk {
	readonly rows = new MemoryRows();
	now = START;

	get record(): PayoutRecord {
		return new PayoutRecord(MONEY, this.rows, () => this.now, unbound());
	}

	/** Claims the reference and records that its request is about to be sent. */
	async send(reference = 'R'): Promise<HeldClaim> {
		const claim = await this.claim(reference);
		await claim.announce();
		return claim;
	}

	async claim(reference = 'R'): Promise<HeldClaim> {
		const claimed = await this.record.claim(reference, 'identity');
		if (claimed.kind !== 'claimed') throw new Error(`not claimed, but ${claimed.kind}`);
		return claimed.heldClaim;
	}

	/** The open claim of reference R, as a person gets it now. */
	async given(): Promise<SettlableClaim> {
		return await openOf(this.record, 'R');
	}

	wait(ms: number): void {
		this.now += ms;
	}
}
