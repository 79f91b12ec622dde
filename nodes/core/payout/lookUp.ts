import type { LookedUp, PaymentPlan, LookUpService } from './plan';
import { ItemStopped, refuse } from '../service/failure';
import type { ServiceRequest, ServiceResponse } from '../service/service';
import { isLimited } from './checks';
import { describePayment, stepFailure } from './messages';
import type { PaymentRun } from './runTypes';
import { Witness } from './witness';

/** Look-ups made before the turn of their payments. Taking a look-up throws ItemStopped if the payment must not be made. */
export type LookUpsAhead = Readonly<ReturnType<typeof lookUpsAhead>>;

interface SeenAhead {
	/** Its look-up. Null where that waits for the payment's turn: it creates a quote, or the record has the reference. */
	readonly lookedUp: LookedUp | null;
	/** Whether the record has just said that the reference is free, so that it need not be asked again: the claim decides. */
	readonly isFree: boolean;
}

interface HowFar {
	/** Called with a hint on payments that the wallet's list can't show. */
	readonly hint: (text: string) => void;
	/** How many are under way at once. */
	readonly width: number;
	/** How many may wait for the turn of their payments. */
	readonly reach: number;
	/** Whether to look up what the record has as paid or open, too. */
	readonly asksAll?: boolean;
}

/** Starts the look-ups of payments ahead; `plans` are in the order of their turns. */
export function lookUpsAhead(
	run: PaymentRun,
	plans: Iterator<PaymentPlan, unknown>,
	{ hint, asksAll = false, ...howMany }: HowFar,
) {
	const { store } = run;
	const witness = new Witness(run, hint);
	const ask = async (plan: PaymentPlan) => await plan.lookUp(lookUpService(run, plan));
	/** The look-up of a payment that the record lets through, once the wallet's list is there: the halt is asked after both. */
	const now = async (plan: PaymentPlan) => {
		const [lookedUp] = await Promise.all([ask(plan), witness.begin(plan)]);
		return lookedUp;
	};
	const seen = async (plan: PaymentPlan, isFree: boolean) => ({ lookedUp: await (isFree ? now : ask)(plan), isFree });
	const ahead = prefetch<PaymentPlan, SeenAhead>(
		plans,
		async (plan) => {
			// Where it can't be read, the turn of the payment will say so.
			const state = asksAll ? null : await store.record.check(plan.sealed.reference).catch(() => null);
			return state === null || state === 'free' ? await seen(plan, state === 'free') : NOT_LOOKED_AHEAD;
		},
		howMany,
	);
	return {
		...ahead,
		take: async (plan: PaymentPlan, stays = false) => {
			if (plan.looksUp === 'inTurn') return NOT_LOOKED_AHEAD;
			return plan.looksUp === 'nothing' ? await seen(plan, false) : await ahead.take(plan, stays);
		},
		now,
		/** Mavapay's list, which is asked last. */
		witness,
	};
}

const NOT_LOOKED_AHEAD: SeenAhead = { lookedUp: null, isFree: false };

/** The service as a look-up may use it: reads, and requests that move no money. */
function lookUpService(
	{ service, keyRules, prepares }: Pick<PaymentRun, 'service' | 'keyRules' | 'prepares'>,
	plan: PaymentPlan,
): LookUpService {
	const { payout } = plan.settings;
	const { validateOnly } = payout;
	return {
		...service,
		needsAmount: prepares === true || isLimited(payout, keyRules) || payout.approvalDigest !== null,
		validateOnly,
		reference: plan.sealed.reference,
		atLeast: plan.sealed.atLeast,
		write: async (request: ServiceRequest): Promise<ServiceResponse> => {
			if (validateOnly) throw refuse("'Validate Only' is on", 'So nothing is created at Mavapay.');
			const result = await service.send(request, plan.settings);
			if (result.classified.outcome === 'accepted' && result.response !== null) return result.response;
			// On the way to a payment, a request of unknown outcome still means that nothing was paid.
			throw new ItemStopped(
				stepFailure(describePayment(plan.sealed, plan), `${request.method} ${request.path}`, result),
			);
		},
	};
}

/**
 * Runs jobs ahead: `width` at once, and no more than `reach` that are neither taken nor dropped. Further ones start when
 * a result is taken, or a job ends.
 *
 * @param source the keys in the order in which they will be taken; asked for the next one whenever there is room
 */
export function prefetch<K extends object, V>(
	source: Iterator<K, unknown>,
	job: (key: K) => Promise<V>,
	{ width, reach }: { readonly width: number; readonly reach: number },
) {
	const started = new Map<K, Promise<V>>();
	const past = new WeakSet<K>();
	let busy = 0;
	const goOn = () => {
		while (busy < width && started.size < reach) {
			const next = source.next();
			if (next.done === true) return;
			if (past.has(next.value) || started.has(next.value)) continue;
			busy += 1;
			const result = job(next.value);
			started.set(next.value, result);
			const ended = () => {
				busy -= 1;
				goOn();
			};
			result.then(ended, ended);
		}
	};
	/** Makes room for others, since this one will not be taken. */
	const drop = (key: K) => {
		past.add(key);
		started.delete(key);
	};
	/** Gives the result of one job, which `stays` to be taken again; one that was not started runs now, and others with it. */
	const take = async (key: K, stays = false) => {
		goOn();
		const result = started.get(key) ?? job(key);
		started.set(key, result);
		if (!stays) drop(key);
		goOn();
		return await result;
	};
	return { take, drop };
}
