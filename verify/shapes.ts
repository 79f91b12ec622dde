import type * as z from 'zod';

import { calls, nameOf, type Call } from '../interface/index';
import type { Account } from './account';
import { saidIn, succeeded, type Exchange } from './exchange';
import type { Claim, Level } from './claim';
import { differs, held, notShown, type Finding, type Meaning } from './finding';
import { isObject, type JsonValue } from './json';
import { isShownWord } from './words';

type Issue = z.core.$ZodIssue;

/** How an answer departs from its description. Members without a description (`further`) don't count. */
interface Departures {
	readonly differing: readonly string[];
	readonly further: readonly string[];
}

const MOST_NAMED = 6;

/** The value at a path, if there is one. */
function valueAt(body: JsonValue | undefined, path: readonly PropertyKey[]): JsonValue | undefined {
	return path.reduce<JsonValue | undefined>((value, part) => {
		if (Array.isArray(value)) return value[Number(part)];
		return isObject(value) ? value[String(part)] : undefined;
	}, body);
}

/** What came in place of the described value; an unknown word is shown if it can't be personal data. */
function received(body: JsonValue | undefined, path: readonly PropertyKey[], issue: Issue): string {
	const said = issue.message.replace(/^Invalid input: |^Invalid option: /, '');
	const member = [...path].reverse().find((part) => typeof part === 'string');
	const value = valueAt(body, path);
	if (value === undefined) return 'is missing';
	return isShownWord(member === undefined ? undefined : String(member), value) ? `${said}, received "${value}"` : said;
}

/** Whether a branch of a union failed because the value is of another kind, such as text instead of an object. */
const isOtherKind = (errors: readonly Issue[]): boolean =>
	errors.some(({ code, path }) => code === 'invalid_type' && path.length === 0);

/** Departures by path, each once; places in lists are written as `[]`. */
function departures(
	body: JsonValue | undefined,
	issues: readonly Issue[],
	at: readonly PropertyKey[] = [],
): Departures {
	const differing = new Set<string>();
	const further = new Set<string>();
	for (const issue of issues) {
		const path = [...at, ...issue.path];
		if (issue.code === 'unrecognized_keys') for (const key of issue.keys) further.add(placeOf([...path, key]));
		else if (issue.code === 'invalid_union') {
			const likely = issue.errors.filter((errors) => !isOtherKind(errors));
			const branches = (likely.length > 0 ? likely : issue.errors).map((errors) => departures(body, errors, path));
			const [closest] = branches.sort((a, b) => a.differing.length - b.differing.length);
			for (const place of closest?.differing ?? [placeOf(path)]) differing.add(place);
			for (const place of closest?.further ?? []) further.add(place);
		} else differing.add(`${placeOf(path)} (${received(body, path, issue)})`);
	}
	return { differing: [...differing], further: [...further] };
}

const placeOf = (path: readonly PropertyKey[]) =>
	path.map((part) => (typeof part === 'number' ? '[]' : String(part))).join('.') || 'the body';

const named = (places: readonly string[]) =>
	`${places.slice(0, MOST_NAMED).join('; ')}${places.length > MOST_NAMED ? `; and ${places.length - MOST_NAMED} more` : ''}`;

/** Compares a body with its description; returns whether it fits, and a sentence. */
export function formFound(body: JsonValue | undefined, schema: z.ZodType): { fits: boolean; seen: string } {
	const { differing, further } = departures(body, schema.safeParse(body).error?.issues ?? []);
	const more = further.length === 0 ? '' : `. Not described: ${named(further)}`;
	if (differing.length > 0) return { fits: false, seen: `differs at ${named(differing)}${more}` };
	return { fits: true, seen: `every member is as described${more}` };
}

/** Compares the answer of a successful call with its description. */
export function shapeOf(exchange: Exchange, call: Call): Finding {
	if (!succeeded(exchange)) return differs(saidIn(exchange), exchange);
	if (isEmptyList(exchange.body)) return notShown('the account has nothing to ask about: the list is empty', exchange);
	const { fits, seen } = formFound(exchange.body, call.answer);
	return held(fits, seen, exchange);
}

/** Whether the answer is an empty list, which shows no form. */
const isEmptyList = (body: JsonValue | undefined): boolean =>
	isObject(body) && Array.isArray(body.data) && body.data.length === 0;

export function callNamed(name: string): Call {
	const call = calls.find((one) => nameOf(one) === name);
	if (call === undefined) throw new Error(`interface describes no call ${name}`);
	return call;
}

interface ShapeClaim {
	/** Name of the call in `interface`, such as `GET /wallet`. */
	readonly call: string;
	readonly concerns: readonly string[];
	readonly means: Meaning;
	readonly level?: Level;
	/** Distinguishes claims about the same call. */
	readonly variant?: string;
	/** Makes the exchange; by default, a GET without parameters. Null if the account has nothing to ask about. */
	ask?(account: Account): Promise<Exchange | null>;
}

/** A claim that a call's answer has the described form. */
export function shape({ call: name, concerns, means, level = 'read', variant, ask }: ShapeClaim): Claim {
	const call = callNamed(name);
	return {
		id: `form of ${name}${variant === undefined ? '' : `, ${variant}`}`,
		says: `${name}${variant === undefined ? '' : ` (${variant})`} answers in the described form`,
		see: call.see,
		concerns,
		means,
		level,
		check: async (account) => {
			const exchange = ask === undefined ? await account.read(call.path) : await ask(account);
			return exchange === null ? notShown('the account has nothing to ask about') : shapeOf(exchange, call);
		},
	};
}
