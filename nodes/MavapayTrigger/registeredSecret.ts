import { PROFILE } from '../core/service/accountWebhook';
import type { ReadService } from '../core/service/service';
import { slotOf } from './slot';

/** At most one question per trigger in this time, whatever arrives. */
const PAUSE_MS = 60_000;

/** The secret the service holds for our URL; null where the slot is not ours; or that it could not be asked. */
export type Registered = { readonly secret: string | null } | 'unavailable';

const asked = new Map<string, { atMs: number; answer: Promise<Registered> }>();

/**
 * The secret registered with the service, for the time between a new API key and the next
 * activation. Deliveries at the same time share one question, and its answer holds for a minute.
 */
export async function registeredSecret(
	scope: string,
	{ service, isOwn, nowMs }: { service: () => Promise<ReadService>; isOwn: (url: string) => boolean; nowMs: number },
): Promise<Registered> {
	const known = asked.get(scope);
	if (known !== undefined && nowMs - known.atMs < PAUSE_MS) return await known.answer;
	const answer = ask(service, isOwn);
	asked.set(scope, { atMs: nowMs, answer });
	return await answer;
}

async function ask(service: () => Promise<ReadService>, isOwn: (url: string) => boolean): Promise<Registered> {
	try {
		const { data } = await (await service()).read(PROFILE);
		const slot = slotOf(data);
		return { secret: slot !== null && isOwn(slot.url) ? slot.secret : null };
	} catch {
		return 'unavailable';
	}
}
