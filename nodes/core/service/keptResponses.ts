import type { ServiceResponse } from './service';

/** What the service says that its bank list is good for; docs/interface.md#bank-codes. */
const GOOD_FOR_MS = 24 * 60 * 60 * 1000;
/** Each deployment has one bank list; more than these are some test's. */
const MOST = 16;

/**
 * Answers that every execution of this process may use again for 24 hours. Nothing depends on them:
 * what is not kept is asked for.
 */
export class KeptResponses {
	private readonly answers = new Map<string, { readonly response: ServiceResponse; readonly sinceMs: number }>();

	/** @param key the deployment's address and the request */
	find(key: string, nowMs: number): ServiceResponse | null {
		const kept = this.answers.get(key);
		if (kept === undefined) return null;
		const ageMs = nowMs - kept.sinceMs;
		// A clock that was set back makes an response no younger.
		return ageMs >= 0 && ageMs < GOOD_FOR_MS ? kept.response : null;
	}

	keep(key: string, response: ServiceResponse, nowMs: number): void {
		this.answers.delete(key);
		this.answers.set(key, { response, sinceMs: nowMs });
		for (const oldest of this.answers.keys()) {
			if (this.answers.size <= MOST) return;
			this.answers.delete(oldest);
		}
	}

	/** For tests, whose services come and go. */
	clear(): void {
		this.answers.clear();
	}
}
