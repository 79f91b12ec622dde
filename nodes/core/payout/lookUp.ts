import type { LookedUp, PaymentPlan, LookUpService } from './plan';
import { ItemStopped, refuse } from '../service/failure';
import type { ServiceRequest, ServiceResponse } from '../service/service';
import { isLimited } from './checks';
import { describePayment, stepFailure } from './messages';
import type { PaymentRun } from './runTypes';
import { Witness } from './witness';

/** Look-ups that are made before their payments' turns. `take` throws ItemStopped if a payment must not be made. */
export type LookUpsAhead = Readonly<ReturnType<typeof lookUpsAhead>>;

interface SeenAhead {
	/** The look-up's result; null if the look-up waits for the payment's turn, for example because it creates a quote. */
	readonly lookedUp: LookedUp | null;
	/** Whether the record was just read and shows the reference as free. If so, it isn't read again before the claim. */
	readonly isFree: boolean;
}

interface HowFar {
	/** Called with hints about the wallet's list. */
	readonly hint: (text: string) => void;
	/** The most look-ups under way at once. */
	readonly width: number;
	/** The most look-ups whose results wait for the payments' turns. */
	readonly reach: number;
	/** Whether to look up payments that the record has, too. */
	readonly asksAll?: boolean;
}

/** Looks payments up before their turns; `plans` are in the order of these turns. */
export function lookUpsAhead(
	run: PaymentRun,
	plans: Iterator<PaymentPlan, unknown>,
	{ hint, asksAll = false, ...howMany }: HowFar,
) {
	const { store } = run;
	const witness = new Witness(run, hint);
	const ask = async (plan: PaymentPlan) => await plan.lookUp(lookUpService(run, plan));
	/** Looks up a payment that the record allows, and reads the wallet's list. *Halt* is checked afterwards. */
	const now = async (plan: PaymentPlan) => {
		const [lookedUp] = await Promise.all([ask(plan), witness.begin(plan)]);
		return lookedUp;
	};
	const seen = async (plan: PaymentPlan, isFree: boolean) => ({ lookedUp: await (isFree ? now : ask)(plan), isFree });
	const ahead = prefetch<PaymentPlan, SeenAhead>(
		plans,
		async (plan) => {
			// A record that can't be read is reported in the payment's turn.
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
		/** The wallet's list. Payments are compared with it last, after all other checks. */
		witness,
	};
}

const NOT_LOOKED_AHEAD: SeenAhead = { lookedUp: null, isFree: false };

/** The service for look-ups: reads, and requests that move no money. */
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
			// Even if the outcome of this request is unknown, nothing was paid: the payment itself would come later.
			throw new ItemStopped(
				stepFailure(describePayment(plan.sealed, plan), `${request.method} ${request.path}`, result),
			);
		},
	};
}

/**
 * Starts jobs ahead: at most `width` run at once, and at most `reach` are started but not yet taken or dropped. More
 * start when a result is taken or a job ends.
 *
 * @param source the keys in the order in which they will be taken; read whenever there is room
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
	/** Drops a job whose result won't be taken, to make room. */
	const drop = (key: K) => {
		past.add(key);
		started.delete(key);
	};
	/** Takes the result of a job. With `stays`, the result can be taken again. A job that was not started runs now. */
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
