import { isObject } from '../domain/json';

/** A value found without n8n's evaluator. */
export interface Found {
	readonly value: unknown;
}

/** One member of the item and nothing else: `{{ $json.name }}`, `{{ $json["any name"] }}`. */
const REFERENCE = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\[(?:"([^"\\\r\n{}]+)"|'([^'\\\r\n{}]+)')\])\s*\}\}$/;

/** Names that n8n's evaluator refuses or changes wherever they stand in an expression. */
const EVALUATORS_OWN = /\.\s*constructor|^(?:__proto__|prototype|constructor|getPrototypeOf|mainModule|binding|_load)$/;

/**
 * The value of a parameter whose expressions are all plain references to a member of the item, as
 * mapped columns are; null where n8n has to evaluate it. n8n gives the same value, but sets up the
 * whole world of an expression for each one, which takes longer than all else our node does for an
 * item. Only texts, booleans and finite numbers of the item's own are taken: what is missing or
 * has a form of its own (dates, objects, null) is left to n8n.
 */
export function plainReference(written: unknown, item: Readonly<Record<string, unknown>>): Found | null {
	if (typeof written === 'string') return written.startsWith('=') ? member(written, item) : { value: written };
	if (!isObject(written)) return isPlain(written) ? { value: written } : null;
	const value: Record<string, unknown> = {};
	for (const [name, part] of Object.entries(written)) {
		const found = plainReference(part, item);
		if (found === null) return null;
		value[name] = found.value;
	}
	return { value };
}

function member(written: string, item: Readonly<Record<string, unknown>>): Found | null {
	const match = REFERENCE.exec(written);
	const name = match?.[1] ?? match?.[2] ?? match?.[3];
	if (name === undefined || EVALUATORS_OWN.test(name) || !Object.hasOwn(item, name)) return null;
	const value = item[name];
	return typeof value === 'string' || isPlain(value) ? { value } : null;
}

function isPlain(value: unknown): boolean {
	return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
