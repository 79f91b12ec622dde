/** The payees of quotes and payment links: docs/reference/interface.md#beneficiaries. */
import * as z from 'zod';
import { inferred, showing } from './knowledge';
import { filled } from './values';

const nubanNumber = showing(z.string().regex(/^\d{10}$/), '0123456789');
const nipCode = showing(z.string().regex(/^\d{6}$/), '000013');
const kenyanPhone = showing(z.string().regex(/^\+254\d{9}$/), '+254790000000');
const ghanaianPhone = showing(z.string().regex(/^\+233\d{9}$/), '+233241234567');
const lightningAddress = showing(z.string().regex(/^[^@\s]+@[^@\s]+$/), 'ada@wallet.example');

export const ngn = z.strictObject({
	bankAccountNumber: nubanNumber,
	bankAccountName: filled,
	bankCode: nipCode,
	bankName: filled,
});

const till = z.strictObject({
	identifierType: z.literal('paytotill'),
	identifiers: z.strictObject({ tillNumber: filled, accountName: filled }),
});

const tillWithNameBeside = inferred(
	z.strictObject({
		identifierType: z.literal('paytotill'),
		identifiers: z.strictObject({ tillNumber: filled }),
		accountName: filled,
	}),
	'One page has the name beside the identifiers, the types have it inside',
	'docs/why/questions.md#requests',
);

const paybillWithNameBeside = inferred(
	z.strictObject({
		identifierType: z.literal('paytobill'),
		identifiers: z.strictObject({ paybillNumber: filled, accountNumber: filled }),
		accountName: filled,
	}),
	'A table of fields has the name beside the identifiers, its own example and the types have it inside',
	'docs/why/questions.md#requests',
);

export const kes = z.union([
	paybillWithNameBeside,
	z.strictObject({
		identifierType: z.literal('paytophone'),
		identifiers: z.strictObject({
			phoneNumber: kenyanPhone,
			network: z.enum(['mpesa', 'airtel']),
			accountName: filled,
		}),
	}),
	z.strictObject({
		identifierType: z.literal('paytobill'),
		identifiers: z.strictObject({ paybillNumber: filled, accountNumber: filled, accountName: filled }),
	}),
	till,
	tillWithNameBeside,
]);

export const ghs = z.strictObject({
	identifierType: z.literal('MTN'),
	identifiers: z.strictObject({ phoneNumber: ghanaianPhone, accountName: filled }),
});

export const zar = z.strictObject({ name: filled, bankName: filled, bankAccountNumber: filled });

export const btc = z.union([
	z.strictObject({ lnInvoice: filled }),
	z.strictObject({ lnAddress: lightningAddress }),
	z.strictObject({ onChainAddress: filled }),
]);

export { nubanNumber, nipCode };
