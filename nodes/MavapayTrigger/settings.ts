import { isBlank, isObject } from '../core/domain/json';
import { parseAmount } from '../core/domain/money';
import { fail, ok, type Result } from '../core/domain/result';
import { textOf } from './event';
import type { Filters } from './filters';
import { compilePattern, type Matcher } from './pattern';
import type { SignedText } from './verification';

export type SignatureCheck = 'required' | 'whenPresent' | 'off';

/** The node's parameters, checked. */
export interface Settings {
	/** Names of events; `*` stands for every kind. */
	readonly events: readonly string[];
	readonly registration: 'automatic' | 'manual';
	readonly replaceExisting: boolean;
	readonly filters: Filters;
	readonly signatureCheck: SignatureCheck;
	/** Null for the usual names. */
	readonly signatureHeader: string | null;
	readonly signedText: SignedText;
	readonly confirmWithService: boolean;
	readonly deduplicate: boolean;
	readonly takeSlotWhileTesting: boolean;
}

/** The parameters as n8n gives them. */
export interface RawSettings {
	readonly events: unknown;
	readonly registration: unknown;
	readonly replaceExisting: unknown;
	readonly filters: unknown;
	readonly options: unknown;
}

/**
 * Checks the parameters. A value that is none of those offered is refused instead of being taken for
 * a default: a misspelled 'off' must not become anything else.
 */
export function readSettings(raw: RawSettings): Result<Settings> {
	const events = listOf(raw.events);
	if (events === null) return fail("'Trigger On' names no event. Choose at least one");
	const registration = oneOf('Registration', raw.registration, ['automatic', 'manual'] as const);
	if (!registration.ok) return registration;
	const filters = readFilters(isObject(raw.filters) ? raw.filters : {});
	if (!filters.ok) return filters;
	const options = isObject(raw.options) ? raw.options : {};
	const signatureCheck = oneOf('Signature Check', options.signatureCheck, ['required', 'whenPresent', 'off'] as const);
	if (!signatureCheck.ok) return signatureCheck;
	const signedText = oneOf('Signed Text', options.signedText, ['body', 'data'] as const);
	if (!signedText.ok) return signedText;
	const confirmWithService = options.confirmWithService ?? false;
	if (typeof confirmWithService !== 'boolean') return fail("'Confirm with Service' is neither on nor off. Choose it again");
	return ok({
		events,
		registration: registration.value,
		replaceExisting: raw.replaceExisting === true,
		filters: filters.value,
		signatureCheck: signatureCheck.value,
		signatureHeader: textOf(options.signatureHeader)?.trim() ?? null,
		signedText: signedText.value,
		// Without a signature that is always demanded, the service's word is all there is.
		confirmWithService: confirmWithService || signatureCheck.value !== 'required',
		deduplicate: options.deduplicate !== false,
		takeSlotWhileTesting: options.takeSlotWhileTesting === true,
	});
}

/** The value if it is one of those allowed, the first of them if it was left blank. */
function oneOf<const T extends readonly [string, ...string[]]>(label: string, value: unknown, allowed: T): Result<T[number]> {
	if (isBlank(value)) return ok(allowed[0]);
	const found = allowed.find((one) => one === value);
	return found === undefined ? fail(`'${label}' is neither of its options. Choose it again`) : ok(found);
}

function readFilters(raw: Record<string, unknown>): Result<Filters> {
	const currency = textOf(raw.currency)?.trim().toUpperCase() ?? null;
	const minimumAmount = readMinimum(raw.minimumAmount, currency);
	if (!minimumAmount.ok) return minimumAmount;
	const customerReference = readReference(raw);
	if (!customerReference.ok) return customerReference;
	return ok({
		currency,
		statuses: upperCase(listOf(raw.status)),
		types: upperCase(listOf(raw.type)),
		customerReference: customerReference.value,
		minimumAmount: minimumAmount.value,
	});
}

function readMinimum(raw: unknown, currency: string | null): Result<bigint | null> {
	if (isBlank(raw)) return ok(null);
	if (currency === null) return fail("'Minimum Amount' needs 'Currency': without it the number could mean any unit");
	const amount = parseAmount(raw, 'minor', currency);
	return amount.ok ? amount : fail(`'Minimum Amount' ${amount.reason}`);
}

function readReference(raw: Record<string, unknown>): Result<Matcher | null> {
	const wanted = textOf(raw.customerReference);
	if (wanted === null) return ok(null);
	const match = oneOf('Customer Reference Match', raw.customerReferenceMatch, ['equals', 'startsWith', 'regularExpression'] as const);
	if (!match.ok) return match;
	if (match.value === 'equals') return ok((reference) => reference === wanted);
	if (match.value === 'startsWith') return ok((reference) => reference.startsWith(wanted));
	const compiled = compilePattern(wanted);
	return compiled.ok ? compiled : fail(`'Customer Reference' ${compiled.reason}`);
}

/** One text or a list of them; null where nothing was chosen. */
function listOf(raw: unknown): string[] | null {
	const list: unknown[] = Array.isArray(raw) ? raw : [raw];
	const texts = list.map(textOf).filter((text) => text !== null);
	return texts.length === 0 ? null : texts.map((text) => text.trim());
}

function upperCase(texts: string[] | null): string[] | null {
	return texts?.map((text) => text.toUpperCase()) ?? null;
}
