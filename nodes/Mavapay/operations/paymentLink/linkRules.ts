import type { Chosen, Problem, Values } from '../../../core/operation/field';
import type { Scope } from '../../../core/operation/operation';
import { checkBeneficiary } from '../beneficiary/beneficiary';
import { BELOW_TWO_USD, MINIMUM_ON_CHAIN_SATS, MINIMUM_PAYOUT_KOBO } from '../minimums';
import { linkFields, linkOptions } from './linkFields';

type LinkInput = Values<typeof linkFields> & { options: Chosen<typeof linkOptions> };

/** The rules between a link's fields (docs/interface.md#create-payment-link); with Skip Checks none of them. */
export function checkLink(input: LinkInput, scope: Scope, skip: boolean): Problem[] {
	return skip ? [] : [...onChainProblems(input), ...checkBeneficiary(input, scope, skip)];
}

/** What is settled on chain is paid by bank transfer alone, and needs a speed. */
function onChainProblems({ settlementMethod, paymentMethods, options }: LinkInput): Problem[] {
	if (settlementMethod !== 'ONCHAIN') return [];
	const others = paymentMethods.filter((method) => method !== 'BANKTRANSFER');
	return [
		...(others.length === 0
			? []
			: [{ field: linkFields.paymentMethods.label, reason: `must be Bank Transfer alone where the link is settled on-chain, but has ${others.join(', ')}` }]),
		...(options.speed === undefined
			? [{ field: linkOptions.speed.label, reason: 'is needed where the link is settled on-chain: add this option' }]
			: []),
	];
}

/** Warnings about amounts below a documented minimum, where link and payout are in one currency. None with Skip Checks. */
export function linkHints(input: LinkInput, skip: boolean): string[] {
	const { paymentCurrency, settlementCurrency, settlementMethod, beneficiaryType } = input;
	const { minor } = input.amount;
	if (skip || paymentCurrency !== settlementCurrency) return [];
	if (beneficiaryType === 'ngn' && paymentCurrency === 'NGN' && minor < MINIMUM_PAYOUT_KOBO) {
		return ["'Amount' is below the documented minimum of 2,000 NGN for a payout to a Nigerian bank"];
	}
	if (beneficiaryType === 'zar' && paymentCurrency === 'ZAR' && minor < BELOW_TWO_USD.ZAR) {
		return ["'Amount' is below the documented minimum for a payout in ZAR, the worth of 2 USD"];
	}
	if (settlementMethod === 'ONCHAIN' && paymentCurrency === 'BTC' && minor < MINIMUM_ON_CHAIN_SATS) {
		return ["'Amount' is below the documented minimum of 6,000 satoshis for an on-chain payout"];
	}
	return [];
}
