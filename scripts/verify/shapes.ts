import type * as z from 'zod';

import { calls, nameOf, type Call } from '../../interface/index';
import type { Account } from './account';
import { messageOf, succeeded, type Exchange } from './exchange';
import type { Claim, Level } from './claim';
import { differs, documented, notShown, type Finding } from './finding';

type Issue = z.core.$ZodIssue;

/** How an answer departs from its description. Members that nobody described are news, not a difference. */
interface Departures {
	readonly differing: readonly string[];
	readonly further: readonly string[];
}

const MOST_NAMED = 6;

/** Paths without places in lists, each once. */
function departures(issues: readonly Issue[], at: readonly PropertyKey[] = []): Departures {
	const differing = new Set<string>();
	const further = new Set<string>();
	for (const issue of issues) {
		const path = [...at, ...issue.path];
		if (issue.code === 'unrecognized_keys') for (const key of issue.keys) further.add(placeOf([...path, key]));
		else if (issue.code === 'invalid_union') {
			const branches = issue.errors.map((errors) => departures(errors, path));
			const [closest] = branches.sort((a, b) => a.differing.length - b.differing.length);
			for (const place of closest?.differing ?? [placeOf(path)]) differing.add(place);
			for (const place of closest?.further ?? []) further.add(place);
		} else differing.add(`${placeOf(path)} (${issue.message.replace(/^Invalid input: /, '')})`);
	}
	return { differing: [...differing], further: [...further] };
}

const placeOf = (path: readonly PropertyKey[]) =>
	path.map((part) => (typeof part === 'number' ? '[]' : String(part))).join('.') || 'the body';

const named = (places: readonly string[]) =>
	`${places.slice(0, MOST_NAMED).join('; ')}${places.length > MOST_NAMED ? `; and ${places.length - MOST_NAMED} more` : ''}`;

/** Holds a success against the description of its call. */
export function shapeOf(exchange: Exchange, call: Call): Finding {
	if (!succeeded(exchange)) {
		const said = messageOf(exchange);
		return differs(`answered ${exchange.status}${said === null ? '' : `: "${said}"`}`, exchange);
	}
	const { error } = call.answer.safeParse(exchange.body);
	const { differing, further } = departures(error?.issues ?? []);
	const more = further.length === 0 ? '' : `. Not described: ${named(further)}`;
	if (differing.length > 0) return differs(`differs at ${named(differing)}${more}`, exchange);
	return documented(`every member is as described${more}`, exchange);
}

export function callNamed(name: string): Call {
	const call = calls.find((one) => nameOf(one) === name);
	if (call === undefined) throw new Error(`interface describes no call ${name}`);
	return call;
}

interface ShapeClaim {
	/** `GET /wallet`, as interface names it. */
	readonly call: string;
	readonly concerns: readonly string[];
	readonly level?: Level;
	/** Tells two claims about one call apart. */
	readonly variant?: string;
	/** Makes the exchange; by default a GET without parameters. Null: the account has nothing to ask about. */
	ask?(account: Account): Promise<Exchange | null>;
}

/** A claim that the answer to a call has the form that the interface description gives it. */
export function shape({ call: name, concerns, level = 'read', variant, ask }: ShapeClaim): Claim {
	const call = callNamed(name);
	return {
		id: `form of ${name}${variant === undefined ? '' : `, ${variant}`}`,
		says: `${name}${variant === undefined ? '' : ` (${variant})`} answers in the described form`,
		see: call.see,
		concerns,
		level,
		check: async (account) => {
			const exchange = ask === undefined ? await account.read(call.path) : await ask(account);
			return exchange === null ? notShown('the account has nothing to ask about') : shapeOf(exchange, call);
		},
	};
}
