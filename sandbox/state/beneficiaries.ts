import { DOCUMENTED } from '../messages';
import type { z } from 'zod';
import { ASSUMED } from '../assumptions';
import { isBitcoinAddress } from '../crypto/address';
import { readInvoice, type DecodedInvoice } from '../crypto/invoice';
import { ZA_BANKS } from '../data/banks';
import { btcBeneficiary, ghsBeneficiary, kesBeneficiary, ngnBeneficiary, refusal, zarBeneficiary } from '../requests';
import type { SharedState } from './sharedState';
import { ServiceError, type Currency, type Destination, type JsonObject } from './types';

const { value: said } = ASSUMED.messages;

/** Floor of on-chain payouts, in satoshis (docs/reference/interface.md#limits). */
export const ONCHAIN_MINIMUM = 6_000n;

/** Parses a value with a schema. Throws a ServiceError with status 400 and the first problem. */
export function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
	const result = schema.safeParse(value);
	if (!result.success) throw new ServiceError(400, refusal(result.error));
	return result.data;
}

/** An invoice that can be paid now: readable, not expired, of the deployment's network, with an amount, not paid yet. */
export function payableInvoice(
	state: SharedState,
	text: string,
	member: 'invoice' | 'lnInvoice',
): DecodedInvoice & { sats: bigint } {
	const invoice = readInvoice(text);
	const { deployment } = state.quirks;
	if (
		!invoice ||
		(deployment !== 'both' && (invoice.network === 'bc') !== (deployment === 'live')) ||
		(invoice.timestamp + invoice.expirySeconds) * 1_000 <= state.clock.now() ||
		invoice.amountMsat === null
	) {
		throw new ServiceError(400, said.invalid(member));
	}
	if (state.paidHashes.has(invoice.paymentHash)) {
		throw new ServiceError(400, said.paidInvoice);
	}
	return { ...invoice, sats: (invoice.amountMsat + 999n) / 1_000n };
}

function ngn(state: SharedState, value: unknown): Destination {
	const beneficiary = parsed(ngnBeneficiary, value);
	state.bankAccounts.check(beneficiary);
	// Any bankName is accepted; whether it must be in the bank list is unknown: docs/why/questions.md#requests.
	return {
		kind: 'bank',
		value: beneficiary.bankAccountNumber,
		bankCode: beneficiary.bankCode,
		bankName: beneficiary.bankName,
		accountName: beneficiary.bankAccountName,
	};
}

/** The members that are defined, since JSON has no undefined. */
function definedOf(members: Record<string, string | undefined>): JsonObject {
	return Object.fromEntries(
		Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
	);
}

/** Refuses a holder's name of a single word if the quirk `payeesChecked` is on. */
function assertWholeName({ quirks }: SharedState, name: string): void {
	if (quirks.payeesChecked && !/\S\s+\S/.test(name)) throw new ServiceError(400, DOCUMENTED.otherName);
}

function kes(state: SharedState, value: unknown): Destination {
	const { identifierType, identifiers, ...beside } = parsed(kesBeneficiary, value);
	const nameBeside = 'accountName' in beside ? beside.accountName : undefined;
	const networkNeeded = identifierType === 'paytophone' && state.quirks.kesPhoneNetwork === 'required';
	if (networkNeeded && !('network' in identifiers)) {
		throw new ServiceError(400, said.missing('identifiers.network'));
	}
	let target = '';
	if ('phoneNumber' in identifiers) target = identifiers.phoneNumber;
	else if ('tillNumber' in identifiers) target = identifiers.tillNumber;
	else target = `${identifiers.paybillNumber}/${identifiers.accountNumber}`;
	const accountName = identifiers.accountName ?? nameBeside ?? '';
	assertWholeName(state, accountName);
	return {
		kind: 'mobileMoney',
		value: target,
		accountName,
		identifierType,
		identifiers: { ...definedOf(identifiers), accountName },
	};
}

function ghs(state: SharedState, value: unknown): Destination {
	const { identifierType, identifiers } = parsed(ghsBeneficiary, value);
	const { phoneNumber, accountName } = identifiers;
	assertWholeName(state, accountName);
	return { kind: 'mobileMoney', value: phoneNumber, accountName, identifierType, identifiers };
}

function zar(_state: SharedState, value: unknown): Destination {
	const beneficiary = parsed(zarBeneficiary, value);
	if (!ZA_BANKS.includes(beneficiary.bankName)) throw new ServiceError(400, said.invalid('bankName'));
	return {
		kind: 'bank',
		value: beneficiary.bankAccountNumber,
		bankName: beneficiary.bankName,
		accountName: beneficiary.name,
	};
}

function btc(state: SharedState, value: unknown, amount: bigint | null): Destination {
	const beneficiary = parsed(btcBeneficiary, value);
	if ('lnInvoice' in beneficiary) {
		const { paymentHash, sats } = payableInvoice(state, beneficiary.lnInvoice, 'lnInvoice');
		// A Lightning address makes its own invoice, so it is exempt (docs/reference/interface.md#rules-of-quotes).
		if (amount !== null && sats !== amount) throw new ServiceError(400, DOCUMENTED.otherInvoiceAmount);
		return { kind: 'lightning', value: beneficiary.lnInvoice, paymentHash };
	}
	if (
		'lnAddress' in beneficiary &&
		state.quirks.payeesChecked &&
		/@(.*\.)?example(\.\w+)?$/i.test(beneficiary.lnAddress)
	)
		throw new ServiceError(400, said.unknownLightningAddress);
	if ('lnAddress' in beneficiary) return { kind: 'lightningAddress', value: beneficiary.lnAddress };
	if (!isBitcoinAddress(beneficiary.onChainAddress)) {
		throw new ServiceError(400, said.invalid('onChainAddress'));
	}
	if (state.quirks.minimums && amount !== null && amount < ONCHAIN_MINIMUM) {
		throw new ServiceError(400, DOCUMENTED.tooSmall);
	}
	return { kind: 'onchain', value: beneficiary.onChainAddress };
}

type Reader = (state: SharedState, value: unknown, amount: bigint | null) => Destination;

const READERS: Partial<Record<Currency, Reader>> = { NGN: ngn, KES: kes, GHS: ghs, ZAR: zar, BTC: btc };

/**
 * Reads and checks the beneficiary of a quote or payment link for its currency (docs/reference/interface.md#beneficiaries).
 * `amount` is what will be paid out, in the lowest unit, or null where it is not known yet.
 */
export function beneficiaryOf(
	state: SharedState,
	currency: Currency,
	value: unknown,
	amount: bigint | null,
): Destination {
	const read = READERS[currency];
	if (!read) throw new ServiceError(400, said.noBeneficiaries(currency));
	return read(state, value, amount);
}
