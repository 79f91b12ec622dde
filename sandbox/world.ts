import { Faults } from './faults/faults';
import { RequestLog } from './http/requestLog';
import { CallLimit } from './http/callLimit';
import { Clock } from './state/clock';
import { sha256Hex } from './state/ids';
import { Service, type Keys } from './state/service';

export interface WorldOptions {
	seed: string;
	now: number | 'real';
	/** How many of the newest requests the log keeps at least. */
	mostRequests: number;
}

function key(seed: string, role: string): string {
	return `sandbox_${role}_${sha256Hex(`${seed}|key|${role}`).slice(0, 32)}`;
}

/** The service's state and everything around it that a test can move. */
export class World {
	readonly clock: Clock;
	readonly faults = new Faults();
	readonly callLimit = new CallLimit();
	readonly log: RequestLog;
	readonly keys: Keys;
	service: Service;

	constructor(private readonly options: WorldOptions) {
		const { seed, now, mostRequests } = options;
		this.clock = new Clock(now);
		this.log = new RequestLog(mostRequests);
		this.keys = { write: key(seed, 'write'), read: key(seed, 'read'), bearer: key(seed, 'bearer') };
		this.service = this.makeService();
	}

	/** Puts everything back as it was at the start, also quirks, faults, clock and log; keys stay the same. */
	reset(): void {
		this.stop();
		this.clock.reset();
		this.faults.reset();
		this.log.clear();
		this.service = this.makeService();
	}

	stop(): void {
		this.clock.stop();
		this.service.deliveries.stop();
	}

	private makeService(): Service {
		return new Service(this.options.seed, this.clock, this.keys);
	}
}
