/** What must happen to three items of which one meets a fault: docs/reference/outcomes.md. */
import type { OnError } from 'n8n-workflow';
import type { MatrixFault } from './faults';
import type { Scenario } from './scenarios';

export interface Row {
	fault: MatrixFault;
	/** The item whose request meets it. */
	hit: 0 | 1 | 2;
	onError: OnError;
	retryOnFail: boolean;
	onUnknown: 'stop' | 'continue';
	/** Whether it is met in every try, or in the first only. */
	lasts: boolean;
}

export type Reported = 'accepted' | 'rejected' | 'unknown' | 'failed' | 'notSent';

export interface Expected {
	tries: number;
	/** What is known of each item in the end. */
	reported: Reported[];
	/** How often each item's quote was asked for, and its payment sent. */
	before: number[];
	payments: number[];
	/** Back-off waits between two requests of one try, and after a 429. */
	waits: number;
	/** Items whose output is the replay of an earlier try. */
	replayed: boolean[];
}

const MAX_TRIES = 3;
/** Only where nobody was there to get the request. */
const ATTEMPTS = 3;
const ITEMS = [0, 1, 2];

/** Whether a try ended badly enough for n8n to try again: in the Continue modes it looks at the first item alone. */
const triesAgain = (reported: Reported[], { onError }: Row): boolean =>
	onError === 'stopWorkflow' ? reported.some((one) => one !== 'accepted') : reported[0] !== 'accepted';

const total = (counts: number[]): number => counts.reduce((sum, count) => sum + count, 0);

export function expectedOf(scenario: Scenario, row: Row): Expected {
	const { fault, hit, onError, onUnknown } = row;
	const stops = onError === 'stopWorkflow';
	const before = [0, 0, 0];
	const payments = [0, 0, 0];
	/** What this execution keeps in mind; an item that certainly reached nobody is forgotten. */
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
			// A quote moves no money: whatever became of it, nothing was paid.
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
