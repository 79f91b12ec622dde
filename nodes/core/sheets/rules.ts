import type { AmountUnit } from '../domain/money';
import type { KINDS, PaymentKind } from './headings';

/** How a file is to be read: the fields of 'Payout: Read File'. */
export interface PaymentFileRules {
	readonly payments: keyof typeof KINDS;
	readonly amountUnit: AmountUnit;
	/** Answers to a file's open questions, one on each line (answers.ts). */
	readonly columns?: string | undefined;
	/** The name of the sheet to read; undefined for the only sheet with the headings. */
	readonly sheet?: string | undefined;
	readonly hiddenRows: 'refuse' | 'leaveOut' | 'take';
	/** The number of payments that a person typed, in digits; undefined if the field is empty. */
	readonly numberOfPayments?: string | undefined;
	readonly totalAmount?: string | undefined;
	readonly includeOtherColumns: boolean;
	/** Whether the whole file is refused if one row can't be paid. If not, such rows are output with their problems. */
	readonly refuseBadRows: boolean;
}

/** The rules, the kind of payments, and the typed totals: counts of payments, and a sum in minor units or null. */
export interface SheetRules extends PaymentFileRules {
	readonly kind: PaymentKind;
	readonly totals: { readonly numbers: readonly number[]; readonly total: bigint | null };
}
