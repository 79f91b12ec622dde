import { dayOf } from '../domain/dateTime';
import { isBlank } from '../domain/json';
import { checkMost } from '../domain/money';
import { CAP, checkPayee, readAllowedPayees, type CapsIn, type NamedPayee, type Payee } from '../payees/allowedPayees';
import { BankList } from '../payees/bankNames';
import { isMadeBy } from '../payees/invoiceSignature';
import { readInvoice } from '../payees/lightning';
import { fail, ok, type Result } from '../domain/result';
import {
	AS_TOOL,
	BANKS,
	type Field,
	type Fields,
	type GivenParameters,
	isShown,
	isTyped,
	NOWHERE,
	type PayeePart,
	type Problem,
	type ShowWhen,
	TYPED_BY_A_PERSON,
} from './field';
import { locatorValue, text } from './fields';
import type { GivenAmount, Scope } from './operation';

/*
 * The payees that an AI agent may name: docs/reference/agents.md#allowed-payees. In a tool, every operation with a
 * field for a payee or a part of one (`payeePart`) is checked against 'Allowed Payees', even if it pays nobody.
 */

const ALLOWED_PAYEES = 'Allowed Payees';

/** Makes a field one that a person must type if the node is an AI agent's tool, so that the model can't fill it. */
export const typedAsTool = <T>(field: Field<T>): Field<T> => ({ ...field, typedAsTool: true });

const allowedPayees = text(ALLOWED_PAYEES, {
	description:
		"The only payees that this tool may name, one per line: a bank account as bankCode:accountNumber, an address, or the public key of the Lightning node that makes the invoices. You can add a maximum per payment and a last day: max 20000 until 2026-12-31. It also applies with 'Skip Checks'.",
	// The example has no cap, since how a cap is written depends on the operation.
	placeholder: 'e.g. 000013:0123456789 until 2026-12-31',
	rows: 4,
});

/** Whether an operation with these fields can name a payee. */
export const namesSomebody = (fields: Fields) => Object.values(fields).some(({ payeePart }) => payeePart !== undefined);

export function allowedPayeesFor(fields: Fields): { readonly allowedPayees?: Field<unknown> } {
	if (!namesSomebody(fields)) return {};
	return { allowedPayees: typedAsTool(whereSomebodyIsNamed(fields, { ...allowedPayees, showWhen: AS_TOOL })) };
}

/** Shows and reads a field only if one of the fields that name a payee is shown. */
export function whereSomebodyIsNamed<T>(fields: Fields, field: Field<T>): Field<T> {
	return { ...field, showWhen: { ...field.showWhen, ...(namesSomebody(fields) ? someoneIsNamed(fields) : NOWHERE) } };
}

/** The condition that a field for a payee is shown; empty unless all fields for payees depend on the same parameter. */
function someoneIsNamed(fields: Fields): ShowWhen {
	const naming = Object.values(fields).filter(({ payeePart }) => payeePart !== undefined);
	const [parameter] = Object.keys(naming[0]?.showWhen ?? {});
	const values = naming.map(({ showWhen }) => (parameter === undefined ? undefined : showWhen?.[parameter]));
	if (parameter === undefined || values.includes(undefined)) return {};
	const named = new Set(values.flatMap((some) => some ?? []));
	const choices = fields[parameter]?.face.options ?? [];
	const isAlways = choices.every((one) => 'value' in one && named.has(String(one.value)));
	return isAlways && choices.length > 0 ? {} : { [parameter]: [...named] };
}

type PayeeForm = Readonly<{ parts: readonly PayeePart[]; of: (first: string, second: string) => Payee }>;

const FORMS: Readonly<Record<NamedPayee['kind'], PayeeForm>> = {
	account: {
		parts: ['account.bank', 'account.number'],
		of: (bank, accountNumber) => ({ kind: 'account', bank, accountNumber }),
	},
	address: { parts: ['address.network', 'address'], of: (network, address) => ({ kind: 'address', network, address }) },
	onChain: { parts: ['onChain'], of: (address) => ({ kind: 'onChain', address }) },
	invoice: { parts: ['invoice'], of: (invoice) => ({ kind: 'invoice', invoice }) },
	lightningAddress: { parts: ['lightningAddress'], of: (address) => ({ kind: 'lightningAddress', address }) },
	phone: { parts: ['phone'], of: (phone) => ({ kind: 'phone', phone }) },
	till: { parts: ['till'], of: (till) => ({ kind: 'till', till }) },
	paybill: { parts: ['paybill', 'paybill.account'], of: (paybill, account) => ({ kind: 'paybill', paybill, account }) },
};

/** The payee that the visible fields name, or null. Incomplete parts make an `unseen` payee, which is never allowed. */
export function namedPayee(fields: Fields, { resolved }: Pick<GivenParameters, 'resolved'>): Payee | null {
	const naming = Object.entries(fields).filter(
		([, field]) => field.payeePart !== undefined && isShown(field, resolved),
	);
	if (naming.length === 0) return null;
	const parts = new Map<PayeePart | undefined, string>();
	for (const [name, field] of naming) {
		const read = field.read(resolved[name], resolved);
		if (read.ok && typeof read.value === 'string') parts.set(field.payeePart, read.value);
	}
	const form = Object.values(FORMS).find(
		(one) => one.parts.length === naming.length && one.parts.every((part) => parts.has(part)),
	);
	const [first = '', second = ''] = (form?.parts ?? []).map((part) => parts.get(part));
	const payee = form?.of(first, second) ?? { kind: 'unseen' };
	const banks = resolved[BANKS];
	if (payee.kind !== 'account' || !(banks instanceof BankList)) return payee;
	const [typed] = naming.find(([name, { list }]) => list?.isNeeded(resolved[name]) === true) ?? [];
	const bankTyped = typed === undefined ? undefined : String(locatorValue(resolved[typed]));
	return { ...payee, bankName: banks.nameOf(payee.bank), bankTyped };
}

/**
 * The most that 'Allowed Payees' lets an AI tool pay the payee, in minor units; null without a cap or a payee. Fails
 * with a clause if the payee isn't on the list today.
 *
 * @param leavesIn the currency that leaves the wallet; caps in other currencies are refused
 */
export function allowedMost(
	payee: Payee | null,
	{ written }: GivenParameters,
	{ nowMs, timeZone }: Scope,
	capsIn: CapsIn,
	leavesIn: string | null = null,
): Result<bigint | null> {
	if (payee === null) return ok(null);
	const list = written.allowedPayees;
	if (!isTyped(list) || typeof list !== 'string') return fail(`'${ALLOWED_PAYEES}' can't be read`);
	const allowed = readAllowedPayees(list, capsIn);
	if (!allowed.ok) return fail(`'${ALLOWED_PAYEES}' ${allowed.reason}`);
	// The day of this call, which may be later than the day in the agent's references.
	return checkPayee(payee, allowed.value, dayOf(nowMs, timeZone), leavesIn);
}

/** The public key of an invoice's node if 'Allowed Payees' names it; null for any other payee. */
export function allowedNode(payee: Payee, { written }: GivenParameters, capsIn: CapsIn): string | null {
	if (payee.kind !== 'invoice' || typeof written.allowedPayees !== 'string') return null;
	const [invoice, allowed] = [readInvoice(payee.invoice), readAllowedPayees(written.allowedPayees, capsIn)];
	if (!invoice.ok || !allowed.ok) return null;
	const its = allowed.value.find(({ node }) => node !== null && isMadeBy(invoice.value, node));
	return its?.node?.toLowerCase() ?? null;
}

/** The problems of an AI tool's item that names a payee without paying: a payee not listed, an amount above its cap. */
export function payeeProblems(
	fields: Fields,
	parameters: GivenParameters,
	scope: Scope,
	amount: GivenAmount | null,
): Problem[] {
	const payee = namedPayee(fields, parameters);
	if (payee === null) return [];
	const { written } = parameters;
	const isGiven = !isBlank(written.allowedPayees) && isTyped(written.allowedPayees);
	if (!isGiven) return [{ field: ALLOWED_PAYEES, reason: TYPED_BY_A_PERSON }];
	const most = allowedMost(payee, parameters, scope, amount);
	const allowed =
		!most.ok || most.value === null || amount === null
			? most
			: checkMost(amount.minor, most.value, amount.currency, CAP);
	return allowed.ok ? [] : [{ field: ALLOWED_PAYEES, reason: `refuses this: ${allowed.reason}` }];
}
