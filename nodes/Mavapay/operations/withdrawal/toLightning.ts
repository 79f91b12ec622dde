import { withoutBlanks } from '../../../core/domain/json';
import { invoiceAmountSats, readInvoice } from '../../../core/payees/lightning';
import { ok } from '../../../core/domain/result';
import { definePayment } from '../../../core/operation/define';
import { refused } from '../../../core/operation/field';
import { optionalText, text } from '../../../core/operation/fields';
import { checkPayable } from '../beneficiary/beneficiary';
import { paymentHashKey } from '../paying';
import { priceOf } from '../../../core/domain/money';
import { post } from '../../../core/service/service';

/** POST /withdraw/btc; docs/reference/interface.md#withdraw-btc. */
export const withdrawalToLightning = definePayment('withdrawal', 'toLightning', {
	action: 'Withdraw to lightning invoice',
	description: 'Pay a Lightning invoice from the BTC wallet. The money is sent immediately.',
	withoutReference: 'Defaults to the payment hash of the invoice.',
	limitUnit: 'In satoshis',
	fields: {
		invoice: text('Invoice', {
			payeePart: 'invoice',
			description: 'The BOLT 11 invoice to pay in full. On staging, use signet invoices.',
			placeholder: 'e.g. lnbc20m1pvjluezpp5qqqsyq...',
			maxLength: 4096,
		}),
	},
	options: {
		memo: optionalText('Memo', { aiMayFill: true, description: 'A note that Mavapay keeps with the payment' }),
	},
	draft({ invoice: given, options: { memo }, skipChecks }, scope) {
		const read = readInvoice(given);
		const payable = checkPayable(given, scope);
		if (!payable.ok && !skipChecks) return refused('Invoice', payable.reason);
		const sats = read.ok ? invoiceAmountSats(read.value) : null;
		const invoice = read.ok ? read.value.text : given;
		const request = post('/withdraw/btc', withoutBlanks({ invoice, memo }));
		return ok({
			price: sats === null ? { is: 'open', atMost: null } : priceOf({ minor: sats, currency: 'BTC' }),
			limitsIn: { currency: 'BTC', unit: 'minor' },
			sends: [request],
			defaultReference: read.ok ? read.value.paymentHash : undefined,
			referenceIsUnique: true,
			looksUp: 'nothing',
			lookUp: async () => ({ request, lookUpKeys: read.ok ? paymentHashKey(read.value.paymentHash) : [] }),
		});
	},
});
