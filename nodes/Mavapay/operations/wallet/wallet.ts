import { ok } from '../../../core/domain/result';
import { isBlank } from '../../../core/domain/json';
import type { Field } from '../../../core/operation/field';
import { locator, locatorValue } from '../../../core/operation/fields';
import { notFound } from '../../../core/service/failure';

export const walletId = locator('Wallet', {
	search: 'searchWallets',
	idPlaceholder: 'e.g. 4f2a6c1e-8d3b-4e7a-9c5f-2b1d0e3f4a5b',
});

/** A wallet as a filter, which does not restrict if it is blank. */
export const walletFilter: Field<string | undefined> = {
	...walletId,
	required: false,
	read: (raw) => (isBlank(locatorValue(raw)) ? ok(undefined) : walletId.read(raw)),
};

export const noWallet = (id: string) =>
	notFound(`The account has no wallet ${id}`, "Check 'Wallet' and the credential's deployment.");
