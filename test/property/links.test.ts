import * as fc from 'fast-check';
import { onChainAddressInLink } from '../../nodes/core/payees/linkedAddress';
import { readInvoice } from '../../nodes/core/payees/lightning';
import { buildInvoice } from '../harness/invoices';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const INVOICE = buildInvoice();

/** Texts like links, cut and joined anywhere. */
const hostile = fc
	.array(
		fc.constantFrom(
			...'bitcoin: lightning: ethereum: :// ? & = @ / # amount 1e99 lightning'.split(' '),
			...['req-', ADDRESS, INVOICE, '\u202e', '\n', '1'],
		),
		{ maxLength: 12 },
	)
	.map((parts) => parts.join(''));

test('of texts like links nothing is taken that does not stand in them', () => {
	fc.assert(
		fc.property(hostile, (text) => {
			const invoice = readInvoice(text);
			if (invoice.ok) expect(text.toLowerCase()).toContain(invoice.value.text);
			const taken = onChainAddressInLink(text, 1n);
			if (taken.ok) expect(text.toLowerCase()).toContain(taken.value.toLowerCase());
		}),
	);
});
