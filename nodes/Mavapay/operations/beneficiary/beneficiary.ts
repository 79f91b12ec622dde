import { checkNgnAccountNumber, checkPhone , checkShortCode  } from '../../../core/domain/accountNumbers';
import { checkInvoice, readInvoice, checkLightningAddress  } from '../../../core/domain/lightning';
import { withoutBlanks, type JsonObject } from '../../../core/domain/json';
import { checkOnChainAddress } from '../../../core/domain/chainAddress';
import type { Result } from '../../../core/domain/result';
import { problemIn } from '../../../core/operation/fields';
import type { Problem } from '../../../core/operation/field';
import type { Scope } from '../../../core/operation/operation';
import { beneficiaryFields, type BeneficiaryInput, type BeneficiaryType } from './fields';

/** The `beneficiary` object of a request, by variant (docs/interface.md#beneficiaries); undefined for none. */
export function beneficiaryBody(input: BeneficiaryInput): JsonObject | undefined {
	return BODIES[input.beneficiaryType](input);
}

const BODIES: Record<BeneficiaryType, (input: BeneficiaryInput) => JsonObject | undefined> = {
	none: () => undefined,
	ngn: (input) =>
		withoutBlanks({
			bankAccountName: input.accountName,
			bankCode: input.bank,
			bankName: input.bankName,
			bankAccountNumber: input.accountNumber,
		}),
	kes: (input) => ({
		identifierType: input.kesIdentifierType,
		identifiers: withoutBlanks({
			phoneNumber: input.phoneNumber,
			network: input.kesNetwork,
			tillNumber: input.tillNumber,
			paybillNumber: input.paybillNumber,
			accountNumber: input.paybillAccountNumber,
			accountName: input.kesAccountName,
		}),
	}),
	ghs: (input) => ({
		identifierType: input.ghsIdentifierType,
		identifiers: { phoneNumber: input.ghsPhoneNumber, accountName: input.accountName },
	}),
	zar: (input) => ({
		name: input.accountName,
		bankName: input.zarBank,
		bankAccountNumber: input.accountNumber,
	}),
	btc: (input) =>
		withoutBlanks({
			lnInvoice: input.invoice === undefined ? undefined : plainInvoice(input.invoice),
			lnAddress: input.lnAddress,
			onChainAddress: input.onChainAddress,
		}),
	json: (input) => input.beneficiaryJson,
};

/** Without `lightning:` in front and in lower case, where it can be read. */
function plainInvoice(text: string): string {
	const invoice = readInvoice(text);
	return invoice.ok ? invoice.value.text : text;
}

/** What is checked of a beneficiary before anything is sent (docs/errors.md#before-anything-is-sent); nothing with Skip Checks. */
export function checkBeneficiary(input: BeneficiaryInput, scope: Scope, skip: boolean): Problem[] {
	return skip ? [] : CHECKS[input.beneficiaryType](input, scope);
}

const nothing = (): Problem[] => [];

const CHECKS: Record<BeneficiaryType, (input: BeneficiaryInput, scope: Scope) => Problem[]> = {
	none: nothing,
	json: nothing,
	zar: nothing,
	ngn: (input) => checkShown('accountNumber', input, checkNgnAccountNumber),
	kes: (input) => [
		...checkShown('phoneNumber', input, (phone) => checkPhone(phone, '+254')),
		...checkShown('tillNumber', input, checkShortCode),
		...checkShown('paybillNumber', input, checkShortCode),
	],
	ghs: (input) => checkShown('ghsPhoneNumber', input, (phone) => checkPhone(phone, '+233')),
	btc: (input, scope) => [
		...checkShown('invoice', input, (text) => checkPayable(text, scope)),
		...checkShown('lnAddress', input, checkLightningAddress),
		...checkShown('onChainAddress', input, (text) => checkOnChainAddress(text, scope.deployment.kind)),
	],
};

function checkPayable(text: string, { deployment, nowMs }: Scope): Result<unknown> {
	const invoice = readInvoice(text);
	if (!invoice.ok) return invoice;
	return checkInvoice(invoice.value, {
		deployment: deployment.kind,
		nowSeconds: Math.floor(nowMs / 1000),
	});
}

type TextField =
	| 'accountNumber'
	| 'phoneNumber'
	| 'tillNumber'
	| 'paybillNumber'
	| 'ghsPhoneNumber'
	| 'invoice'
	| 'lnAddress'
	| 'onChainAddress';

function checkShown(
	name: TextField,
	input: BeneficiaryInput,
	check: (text: string) => Result<unknown>,
): Problem[] {
	const value = input[name];
	return value === undefined ? [] : problemIn(beneficiaryFields[name].label, check(value));
}
