import * as fc from 'fast-check';
import { stablecoinAddressInLink, onChainAddressInLink } from '../../nodes/core/domain/payees/linkedAddress';
import { readInvoice } from '../../nodes/core/domain/payees/lightning';
import { makeStablecoinAddress } from '../../sandbox/crypto/address';
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
			const solana = makeStablecoinAddress('solana', 'link');
			const mint = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
			const usdt = `${sats / 100n}.${String(sats % 100n).padStart(2, '0')}`;
			const link = `solana:${solana}?amount=${usdt}&spl-token=${mint}`;
			expect(stablecoinAddressInLink(link, 'solana', sats + more).ok).toBe(more === 0n);
		}),
	);
});

/** Texts like links, cut and joined anywhere. */
const hostile = fc
	.array(
		fc.constantFrom(
			...'bitcoin: lightning: ethereum: solana: :// ? & = @ / # amount 1e99 lightning address uint256'.split(' '),
			...['transfer', 'req-', ADDRESS, INVOICE, '0xdac17f958d2ee523a2206206994597c13d831ec7', '\u202e', '\n', '1'],
		),
		{ maxLength: 12 },
	)
	.map((parts) => parts.join(''));

test('of texts like links nothing is taken that does not stand in them', () => {
	fc.assert(
		fc.property(hostile, fc.constantFrom('erc20', 'solana', 'trc20'), (text, network) => {
			const invoice = readInvoice(text);
			if (invoice.ok) expect(text.toLowerCase()).toContain(invoice.value.text);
			for (const taken of [onChainAddressInLink(text, 1n), stablecoinAddressInLink(text, network, 1n)]) {
				if (taken.ok) expect(text.toLowerCase()).toContain(taken.value.toLowerCase());
			}
		}),
	);
});
