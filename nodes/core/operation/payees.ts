import { dayOf } from '../domain/dateTime';
import { isBlank } from '../domain/json';
import { checkMost } from '../domain/money';
import { CAP, checkPayee, readAllowedPayees, type CapsIn, type Payee } from '../domain/payees/allowedPayees';
import { fail, ok, type Result } from '../domain/result';
import { isShown, type Field, type Fields, type PayeePart, type Problem, type ShowWhen } from './field';
import { text } from './fields';
import type { GivenAmount, Scope } from './operation';
import { isTyped, TYPED_BY_A_PERSON, type ItemParameters } from './parameters';

/*
 * Whom an AI agent may name: docs/agents.md#allowed-payees. A field that names who gets money, or a part of that,
 * says so (`payee`), and every operation that has one is held against Allowed Payees as a tool, whatever it does.
 */

const ALLOWED_PAYEES = 'Allowed Payees';

/** A field of a payee for an account that is only looked up: nobody is paid there. */
export function onlyLookedUp<T>(field: Field<T>): Field<T> {
	return { ...field, payeePart: undefined };
}

/** A field that a person fills for an AI agent: required there, and typed, so that the model can't fill it. */
export const typedAsTool = <T>(field: Field<T>): Field<T> => ({ ...field, typedAsTool: true });

/** The payees that a person allows an AI agent to pay. */
const allowedPayees = text(ALLOWED_PAYEES, {
	description:
		'The only payees that this tool may name, one per line: a bank account as bankCode:accountNumber, an address, or the public key of the Lightning node that makes the invoices. Behind it, if needed, the most per payment and the last day. Still applies with Skip Checks.',
	placeholder: 'e.g. 000013:0123456789 max 20000 until 2026-12-31',
	rows: 4,
});

/** Whether an operation with these fields can name who gets money. */
export const namesSomebody = (fields: Fields) => Object.values(fields).some(({ payeePart }) => payeePart !== undefined);

/** The field for a person's list, for an operation with these fields; none where nobody is named. */
export function allowedPayeesFor(fields: Fields): { readonly allowedPayees?: Field<unknown> } {
	const naming = Object.values(fields).filter(({ payeePart }) => payeePart !== undefined);
	if (naming.length === 0) return {};
	return { allowedPayees: typedAsTool({ ...allowedPayees, showWhen: { '@tool': [true], ...someoneIsNamed(naming) } }) };
}

/** When one of the fields shows, as far as one parameter decides that for all of them. */
function someoneIsNamed(naming: ReadonlyArray<Field<unknown>>): ShowWhen {
	const [parameter] = Object.keys(naming[0]?.showWhen ?? {});
	const values = naming.map(({ showWhen }) => (parameter === undefined ? undefined : showWhen?.[parameter]));
	if (parameter === undefined || values.includes(undefined)) return {};
	return { [parameter]: [...new Set(values.flatMap((some) => some ?? []))] };
}

const PAYEES: ReadonlyArray<{ parts: readonly PayeePart[]; of: (first: string, second: string) => Payee }> = [
	{
		parts: ['account.bank', 'account.number'],
		of: (bank, accountNumber) => ({ kind: 'account', bank, accountNumber }),
	},
	{ parts: ['address.network', 'address'], of: (network, address) => ({ kind: 'address', network, address }) },
	{ parts: ['onChain'], of: (address) => ({ kind: 'onChain', address }) },
	{ parts: ['invoice'], of: (invoice) => ({ kind: 'invoice', invoice }) },
	{ parts: ['lightningAddress'], of: (address) => ({ kind: 'lightningAddress', address }) },
	{ parts: ['phone'], of: (phone) => ({ kind: 'phone', phone }) },
	{ parts: ['till'], of: (till) => ({ kind: 'till', till }) },
	{ parts: ['paybill', 'paybill.account'], of: (paybill, account) => ({ kind: 'paybill', paybill, account }) },
];

/**
 * Whom the fields name that are shown; null where none does. Parts that make no payee, or one too many, name
 * somebody that nothing can be compared with.
 */
export function namedPayee(fields: Fields, { resolved }: Pick<ItemParameters, 'resolved'>): Payee | null {
	const unseen: Payee = { kind: 'unseen' };
	const parts = new Map<PayeePart, string>();
	for (const [name, field] of Object.entries(fields)) {
		if (field.payeePart === undefined || !isShown(field, resolved)) continue;
		const read = field.read(resolved[name], resolved);
		if (!read.ok || typeof read.value !== 'string' || parts.has(field.payeePart)) return unseen;
		parts.set(field.payeePart, read.value);
	}
	if (parts.size === 0) return null;
	const form = PAYEES.find((one) => one.parts.length === parts.size && one.parts.every((part) => parts.has(part)));
	const [first = '', second = ''] = (form?.parts ?? []).map((part) => parts.get(part));
	return form?.of(first, second) ?? unseen;
}

/**
 * As a tool: the most that a person's list allows a payee, in minor units; null for no cap, or where nobody is named.
 * Fails where the payee is none of the list on this day; the reason is a clause.
 */
export function allowedMost(
	payee: Payee | null,
	{ written }: ItemParameters,
	{ nowMs, timeZone }: Scope,
	capsIn: CapsIn,
): Result<bigint | null> {
	if (payee === null) return ok(null);
	const list = written.allowedPayees;
	if (!isTyped(list) || typeof list !== 'string') return fail(`'${ALLOWED_PAYEES}' can't be read`);
	const allowed = readAllowedPayees(list, capsIn);
	if (!allowed.ok) return fail(`'${ALLOWED_PAYEES}' ${allowed.reason}`);
	// Not the day that references are made of: a call after midnight is one of the next day.
	return checkPayee(payee, allowed.value, dayOf(nowMs, timeZone));
}

/** The same as problems of an item that pays nothing itself, with its amount if it has one. */
export function payeeProblems(
	fields: Fields,
	parameters: ItemParameters,
	scope: Scope,
	amount: GivenAmount | null,
): Problem[] {
	const payee = namedPayee(fields, parameters);
	if (payee === null) return [];
	const { written } = parameters;
	const isGiven = !isBlank(written.allowedPayees) && isTyped(written.allowedPayees);
	if (!isGiven) return [{ field: ALLOWED_PAYEES, reason: TYPED_BY_A_PERSON }];
	const most = allowedMost(payee, parameters, scope, amount);
	const held =
		!most.ok || most.value === null || amount === null
			? most
			: checkMost(amount.minor, most.value, amount.currency, CAP);
	return held.ok ? [] : [{ field: ALLOWED_PAYEES, reason: `refuses this: ${held.reason}` }];
}
