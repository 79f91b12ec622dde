import * as fc from 'fast-check';
import { onChainAddressInLink } from '../../nodes/core/payees/linkedAddress';
import { readInvoice } from '../../nodes/core/payees/lightning';
import { buildInvoice } from '../harness/invoices';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const INVOICE = buildInvoice();

/** Members that say nothing of who is paid, or how much. */
const idle = fc.array(
	fc.tuple(fc.constantFrom('label', 'message', 'pj', 'lno', 'sp', 'x'), fc.string({ unit: 'binary' })),
	{ maxLength: 4 },
);
const members = (pairs: ReadonlyArray<readonly [string, string]>) =>
	pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

test('whatever else is in a link, its invoice is taken, or none', () => {
	fc.assert(
		fc.property(idle, idle, fc.boolean(), (before, behind, upper) => {
			const link = `bitcoin:${ADDRESS}?${members([...before, ['lightning', INVOICE], ...behind])}`;
			const read = readInvoice(upper ? `BITCOIN:${link.slice('bitcoin:'.length)}` : link);
			expect(read.ok && read.value.text).toBe(INVOICE);
		}),
	);
});

test('a link that asks for an amount is taken for just that amount', () => {
	fc.assert(
		fc.property(fc.bigInt(1n, 10n ** 15n), fc.bigInt(-2n, 2n), (sats, more) => {
			const bitcoin = `${sats / 10n ** 8n}.${String(sats % 10n ** 8n).padStart(8, '0')}`;
			const onChain = onChainAddressInLink(`bitcoin:${ADDRESS}?amount=${bitcoin}`, sats + more);
			expect(onChain.ok).toBe(more === 0n);
		}),
	);
});

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
