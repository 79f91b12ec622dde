import { isObject } from '../domain/json';

/*
 * What Mavapay sends is described leniently (docs/interface.md#amounts): members that are not known pass, amounts come
 * as numbers or as numeric text, and sets of values stay open. Almost every member may be absent.
 */

/** What n8n reads to show an output before the operation has run: types and members, nothing else. */
export interface Preview {
	readonly type: string;
	readonly properties?: Readonly<Record<string, Preview>>;
	readonly items?: Preview;
}

/** The form of a value from outside. Schemas only look: none of them changes the value. */
export interface Schema<T = unknown> {
	/** The paths of what differs, with `[]` for the entries of a list; none where the value fits. */
	differences(value: unknown, path: string): string[];
	readonly preview: Preview;
	/** For the compiler alone: what a value that fits is. */
	readonly held?: T;
}

type Members = Readonly<Record<string, Schema>>;
type Held<M extends Members> = { readonly [K in keyof M]: M[K] extends Schema<infer T> ? T : never };

const single = <T>(type: string, fitsIt: (value: unknown) => boolean): Schema<T> => ({
	preview: { type },
	differences: (value, path) => (fitsIt(value) ? [] : [path]),
});

export const someText = single<string>('string', (value) => typeof value === 'string');
export const someNumber = single<number>('number', (value) => typeof value === 'number');
export const someFlag = single<boolean>('boolean', (value) => typeof value === 'boolean');

/** The same, or null, or absent. */
export const maybe = <T>(schema: Schema<T>): Schema<T | null | undefined> => ({
	preview: schema.preview,
	differences: (value, path) => (value === null || value === undefined ? [] : schema.differences(value, path)),
});

export const listOf = <T>(entry: Schema<T>): Schema<T[]> => ({
	preview: { type: 'array', items: entry.preview },
	differences: (value, path) =>
		Array.isArray(value) ? value.flatMap((one: unknown) => entry.differences(one, memberPath(path, '[]'))) : [path],
});

/** One thing, or a list of them, or nothing, where the service sends any of these. */
export const oneOrMany = <T>(schema: Schema<T>): Schema<T | T[] | null | undefined> => ({
	preview: schema.preview,
	differences: (value, path) => maybe<unknown>(Array.isArray(value) ? listOf(schema) : schema).differences(value, path),
});

/** An object with these members among others; `members` for objects that have them too. */
export const objectWith = <M extends Members>(members: M): Schema<Held<M>> & { readonly members: M } => ({
	members,
	preview: {
		type: 'object',
		properties: Object.fromEntries(Object.entries(members).map(([name, { preview }]) => [name, preview])),
	},
	differences: (value, path) =>
		isObject(value)
			? Object.entries(members).flatMap(([name, schema]) => schema.differences(value[name], memberPath(path, name)))
			: [path],
});

const memberPath = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

export const maybeText = maybe(someText);
export const maybeFlag = maybe(someFlag);

/** An amount, rate or count: a number, or the same as text with two decimals. */
export const maybeNumber = maybe(
	single<number | string>(
		'number',
		(value) => typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)),
	),
);

/** Text, or a number where the service leaves out the quotes: a decimal number, digits of an account or a bank. */
export const maybeTextOrNumber = maybe(
	single<string | number>('string', (value) => typeof value === 'string' || typeof value === 'number'),
);

/** Whether a value has the form. The value itself is not changed: unknown members and their order are kept. */
export function fits<V, T>(value: V, schema: Schema<T>): value is V & T {
	return schema.differences(value, '').length === 0;
}

const MAX_NAMED = 3;

/** The members in which a value differs from the form, each once, by their paths; empty where it fits. */
export function differencesOf(value: unknown, schema: Schema): string[] {
	return [...new Set(schema.differences(value, ''))];
}

/** Names of members for a message, three at most: "'id', 'status' and 2 more". */
export function namedMembers(names: Iterable<string>): string {
	const all = [...names].map((name) => (name === '' ? 'data' : name));
	const shown = all.slice(0, MAX_NAMED).map((name) => `'${name}'`);
	return `${shown.join(', ')}${all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : ''}`;
}
