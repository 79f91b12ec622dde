import type { AmountUnit } from '../domain/money';
import type { KINDS, PaymentKind } from './headings';

/** How a person wants a file read, as the fields of 'Payout: Read File' give it. */
export interface PaymentFileRules {
	readonly payments: keyof typeof KINDS;
	readonly amountUnit: AmountUnit;
	/** Lines that answer what the file leaves open (answers.ts). */
	readonly columns?: string | undefined;
	/** The name of the sheet; undefined for the only one that has the headings. */
	readonly sheet?: string | undefined;
	readonly hiddenRows: 'refuse' | 'leaveOut' | 'take';
	/** Digits. It is undefined, and so is the total below, where a person typed none. */
	readonly numberOfPayments?: string | undefined;
	readonly totalAmount?: string | undefined;
	readonly includeOtherColumns: boolean;
	/** Whether rows that can't be paid refuse the file; otherwise they go on with what is wrong with them. */
	readonly refuseBadRows: boolean;
}

/** These rules with the kind of payments and what a person says that it has: its numbers, and its sum in minor units or null. */
export interface SheetRules extends PaymentFileRules {
	readonly kind: PaymentKind;
	readonly totals: { readonly numbers: readonly number[]; readonly total: bigint | null };
}
