/** The expected outcomes of three items when one of them meets a fault: docs/reference/outcomes.md. */
import type { OnError } from 'n8n-workflow';
import type { MatrixFault } from './faults';
import type { Scenario } from './scenarios';

export interface Row {
	fault: MatrixFault;
	/** The item whose request meets the fault. */
	hit: 0 | 1 | 2;
	onError: OnError;
	retryOnFail: boolean;
	onUnknown: 'stop' | 'continue';
	/** Whether the fault hits every try, or only the first. */
	lasts: boolean;
}

export type Reported = 'accepted' | 'rejected' | 'unknown' | 'failed' | 'notSent';

export interface Expected {
	tries: number;
	/** The outcome of each item after the last try. */
	reported: Reported[];
	/** How many quote requests (`before`) and payment requests (`payments`) are sent for each item. */
	before: number[];
	payments: number[];
	/** How often the run waits: before it repeats a request, and after a 429. */
	waits: number;
	/** Whether each item's output repeats the result of an earlier try. */
	replayed: boolean[];
}

const MAX_TRIES = 3;
/** How often a request is sent if it reaches no server; any other request is sent once. */
const ATTEMPTS = 3;
const ITEMS = [0, 1, 2];

/** Whether n8n tries again. With Stop it looks at all items, in the Continue modes only at the first. */
const triesAgain = (reported: Reported[], { onError }: Row): boolean =>
	onError === 'stopWorkflow' ? reported.some((one) => one !== 'accepted') : reported[0] !== 'accepted';

const total = (counts: number[]): number => counts.reduce((sum, count) => sum + count, 0);

export function expectedOf(scenario: Scenario, row: Row): Expected {
	const { fault, hit, onError, onUnknown } = row;
	const stops = onError === 'stopWorkflow';
	const before = [0, 0, 0];
	const payments = [0, 0, 0];
	/** By item: the outcome that the execution remembers between tries; undefined if the payment reached no server. */
	const memory: Array<Reported | undefined> = [undefined, undefined, undefined];
	let left = row.lasts ? Infinity : (fault.span ?? 1);
	let leftBefore = left;
	let reported: Reported[] = [];
	let replayed: boolean[] = [];
	let cancelled = false;
	let waits = 0;

	const request = (counts: number[], item: number, met: boolean): Reported => {
		for (let attempt = 1; ; attempt++) {
			counts[item] = (counts[item] ?? 0) + 1;
			if (!met || left === 0) return 'accepted';
			left -= 1;
			cancelled ||= fault.cancels === true;
			if (fault.repeatable !== true || attempt === ATTEMPTS || cancelled) return fault.outcome;
			waits += 1;
		}
	};
	const pay = (item: number): Reported => {
		const met = item === hit;
		if (scenario.quoted === true) {
			const quote = request(before, item, met && scenario.hits === 'before');
			// A quote moves no money: if the quote request failed, nothing was paid.
			if (quote !== 'accepted') return cancelled ? 'notSent' : 'rejected';
			if (cancelled) return 'notSent';
		}
		return request(payments, item, met && scenario.hits === 'payment');
	};

	let tries = 0;
	do {
		tries += 1;
		let stopped = false;
		replayed = ITEMS.map((item) => memory[item] === 'accepted');
		reported = ITEMS.map((item) => {
			const known = memory[item];
			const requests = total(before) + total(payments);
			const now = known ?? (stopped || cancelled ? 'notSent' : pay(item));
			const sent = total(before) + total(payments) > requests;
			const met = item === hit && sent && (row.lasts || left < leftBefore);
			leftBefore = left;
			const answered = now === 'rejected' && fault.answered === true && scenario.hits === 'payment';
			if (answered || (now !== 'rejected' && now !== 'notSent')) memory[item] = now;
			if (now === 'unknown') stopped ||= onUnknown === 'stop';
			else if (now !== 'accepted') stopped ||= stops;
			if (met && fault.slows === true && item < 2 && !stopped && !cancelled) waits += 1;
			return now;
		});
	} while (row.retryOnFail && !cancelled && tries < MAX_TRIES && triesAgain(reported, row));
	return { tries, reported, before, payments, waits, replayed };
}
