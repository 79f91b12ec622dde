import { isBlank } from '../../core/domain/json';
import { oneLine, locator, locatorValue, optionalText, text  } from '../../core/operation/fields';
import type { Field } from '../../core/operation/field';

/** The Nigerian bank of an account, by NIP code. */
export const bank = locator({
	label: 'Bank',
	aiMayFill: true,
	description: 'The bank that holds the account. As ID, use its NIP code.',
	search: 'searchBanks',
	idPlaceholder: 'e.g. 000014',
});

/** A bank's name; where blank, the bank list's name for the code is used. */
export const bankName = optionalText({
	label: 'Bank Name',
	aiMayFill: true,
	description: "Leave empty to use the name from Mavapay's bank list",
	placeholder: 'e.g. Access Bank',
	...oneLine,
});

/** A bank account's number as text, so that zeros in front stay. */
export const accountNumber = text({
	label: 'Account Number',
	aiMayFill: true,
	hint: 'Enter as text to keep leading zeros',
	placeholder: 'e.g. 0123456789',
	...oneLine,
});

/** The name a bank account is registered under. */
export const accountName = text({
	label: 'Account Name',
	aiMayFill: true,
	description: "The account holder's name, exactly as registered with the bank",
	placeholder: 'e.g. Ada Obi',
	...oneLine,
});

/** One wallet of the account. */
export const walletId = locator({
	label: 'Wallet',
	search: 'searchWallets',
	idPlaceholder: 'e.g. 4f2a6c1e-8d3b-4e7a-9c5f-2b1d0e3f4a5b',
});

/** The same as a filter: blank, it does not restrict. */
export const walletFilter: Field<string | undefined> = {
	...walletId,
	required: false,
	read: (raw) => (isBlank(locatorValue(raw)) ? { ok: true, value: undefined } : walletId.read(raw)),
};

/** One order of the account. */
export const orderId = locator({
	label: 'Order',
	aiMayFill: true,
	search: 'searchOrders',
	idPlaceholder: 'e.g. 43477-4306',
});

/** A payment link; the service calls it paymentRef when the link is created. */
export const paymentLinkId = text({
	label: 'Payment Link ID',
	aiMayFill: true,
	description: "Called 'paymentRef' where the link was created",
	placeholder: 'e.g. 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
	...oneLine,
});
