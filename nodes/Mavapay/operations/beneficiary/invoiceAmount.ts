import { readInvoice } from '../../../core/domain/lightning';
import type { Problem } from '../../../core/operation/field';
import { beneficiaryFields } from './fields';

const MSAT_PER_SAT = 1000n;

/**
 * Whether a Lightning invoice asks for exactly what is paid out (docs/interface.md#rules-of-quotes); an
 * invoice that cannot be read has a problem of its own.
 *
 * @param sats what is paid out, in satoshis
 */
export function invoiceProblem(text: string, sats: bigint): Problem[] {
	const invoice = readInvoice(text);
	if (!invoice.ok || invoice.value.amountMsat === sats * MSAT_PER_SAT) return [];
	const { amountMsat } = invoice.value;
	const asked = amountMsat === null ? 'states no amount' : `is for ${satsOf(amountMsat)}`;
	const reason = `${asked}, but must be for exactly the ${sats} satoshis of 'Amount'; a Lightning address takes any amount`;
	return [{ field: beneficiaryFields.invoice.label, reason }];
}

function satsOf(msat: bigint): string {
	return msat % MSAT_PER_SAT === 0n ? `${msat / MSAT_PER_SAT} satoshis` : `${msat} thousandths of a satoshi`;
}
