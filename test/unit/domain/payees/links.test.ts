import { DEMO_ADDRESSES } from '../../../../sandbox';
import {
	lightningAddressInLink,
	onChainAddressInLink,
	stablecoinAddressInLink,
} from '../../../../nodes/core/domain/payees/linkedAddress';
import { readInvoice } from '../../../../nodes/core/domain/payees/lightning';
import { buildInvoice, VALID } from '../../../harness/invoices';
import { reasonOf, valueOf } from '../../../harness/results';

const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const INVOICE = VALID.find(({ amountMsat }) => amountMsat === 250_000_000n)?.text ?? '';
const WITHOUT_AMOUNT = buildInvoice({ human: 'lnbc' });

describe('an invoice in a link', () => {
	it.each([
		`lightning:${INVOICE}`,
		`lightning://${INVOICE}`,
		`LIGHTNING:${INVOICE.toUpperCase()}`,
		`lightning:${INVOICE}?amount=0.0025`,
		`bitcoin:${BTC}?amount=0.0025&lightning=${INVOICE}`,
		`bitcoin:${BTC}?amount=0.00250000&lightning=${INVOICE}`,
		`BITCOIN:${BTC.toUpperCase()}?AMOUNT=0.0025&LIGHTNING=${INVOICE.toUpperCase()}`,
		`bitcoin:?lightning=${INVOICE}`,
		`bitcoin:${BTC}?lightning=${INVOICE}`,
		`bitcoin:${BTC}?label=Ada%40shop.test&message=a@b.test&lightning=${INVOICE}`,
		`bitcoin:${BTC}?label=lightning%3Dlnbc1&lightning=${INVOICE}&pj=https://shop.test/pj`,
		` bitcoin:${BTC}?lightning=${INVOICE}&lno=lno1pqps7sjqpgt\n`,
	])('is taken: %s', (text) => {
		expect(valueOf(readInvoice(text)).text).toBe(INVOICE);
	});

	it('without an amount is taken where the link asks for none', () => {
		expect(valueOf(readInvoice(`bitcoin:${BTC}?lightning=${WITHOUT_AMOUNT}`)).amountMsat).toBeNull();
		expect(reasonOf(readInvoice(`bitcoin:${BTC}?amount=0.0025&lightning=${WITHOUT_AMOUNT}`))).toContain('"0.0025"');
	});

	it.each([
		[`bitcoin:${BTC}`, 'is a link (bitcoin:) without a Lightning invoice'],
		[`bitcoin:${BTC}?lightning=`, 'is a link (bitcoin:) without a Lightning invoice'],
		[
			`bitcoin:${BTC}?lightning=${INVOICE}&lightning=${WITHOUT_AMOUNT}`,
			'is a link (bitcoin:) with more than one Lightning invoice; give the one that is meant, alone',
		],
		[
			`bitcoin:${BTC}?amount=0.0026&lightning=${INVOICE}`,
			`is a link (bitcoin:) that asks for "0.0026", which isn't the amount that is paid`,
		],
		[
			`bitcoin:${BTC}?amount=0.0025&amount=25&lightning=${INVOICE}`,
			`is a link (bitcoin:) that asks for "0.0025" and "25", which isn't the amount that is paid`,
		],
		[
			`bitcoin:${BTC}?amount=0,0025&lightning=${INVOICE}`,
			`is a link (bitcoin:) that asks for "0,0025", which isn't the amount that is paid`,
		],
		[`bitcoin:${BTC}?req-x=1&lightning=${INVOICE}`, `is a link (bitcoin:) that asks for "req-x", which isn't known`],
		['bitcoin:?lightning=ada@pay.test', 'is a Lightning address, not a Lightning invoice'],
		['lightning:ada@pay.test', 'is a Lightning address, not a Lightning invoice'],
		['lnurlp://pay.test/ada', 'is an LNURL, not a Lightning invoice'],
		['lnurlp:pay.test/ada@x', 'is an LNURL, not a Lightning invoice'],
		['LNURLW://pay.test/ada', 'is an LNURL, not a Lightning invoice'],
		['keyauth://pay.test/ada', 'is an LNURL, not a Lightning invoice'],
		['lightning:LNURL1DP68GURN8GHJ7', 'is an LNURL, not a Lightning invoice'],
		['lightning://lnurlp://pay.test/ada', 'is an LNURL, not a Lightning invoice'],
		['https://pay.test/?id=1&lightning=LNURL1DP68GURN8GHJ7', 'is an LNURL, not a Lightning invoice'],
		['https://pay.test/@ada', 'is a link (https:), not a Lightning invoice'],
		[`https://pay.test/?lightning=${INVOICE}`, 'is a link (https:), not a Lightning invoice'],
		[`solana:${DEMO_ADDRESSES.solana}`, 'is a link (solana:), not a Lightning invoice'],
	])('is not taken: %s', (text, reason) => {
		expect(reasonOf(readInvoice(text))).toBe(reason);
	});
});

describe('a Lightning address in a link', () => {
	it.each(['lightning:ada@pay.test', 'LIGHTNING://ada@pay.test', 'ada@pay.test'])('is taken: %s', (text) => {
		expect(lightningAddressInLink(text)).toBe('ada@pay.test');
	});

	it.each([`bitcoin:${BTC}`, 'lightning:ada@pay.test?amount=1', 'lnurlp://pay.test/ada'])('is not: %s', (text) => {
		expect(lightningAddressInLink(text)).toBe(text);
	});
});

describe('a Bitcoin address in a link', () => {
	it.each([
		[BTC, null],
		[`bitcoin:${BTC}`, null],
		[`bitcoin:${BTC}`, 250_000n],
		[`bitcoin:${BTC}?label=Ada&amount=0.0025`, 250_000n],
		[`bitcoin:${BTC}?amount=0.0025&lightning=${INVOICE}`, 250_000n],
		[`bitcoin:?bc=${BTC}`, null],
	])('is taken: %s', (text, sats) => {
		expect(valueOf(onChainAddressInLink(text, sats))).toBe(BTC);
	});

	it.each([
		[`bitcoin:${BTC}?amount=0.0025`, null, `that asks for "0.0025", which isn't the amount that is paid`],
		[`bitcoin:${BTC}?amount=0.0025`, 250_001n, `that asks for "0.0025", which isn't the amount that is paid`],
		[`bitcoin:${BTC}?amount=0.000000001`, 1n, `that asks for "0.000000001", which isn't the amount that is paid`],
		[`bitcoin:${BTC}?amount=-0.0025`, 250_000n, `that asks for "-0.0025", which isn't the amount that is paid`],
		[`bitcoin:${BTC}?lightning=${INVOICE}`, 250_001n, 'with an invoice over another amount than is paid'],
		[`bitcoin:${BTC}?lightning=${INVOICE}`, null, 'with an invoice over another amount than is paid'],
		[`bitcoin:${BTC}?bc=1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2`, null, 'with more than one Bitcoin address'],
		[`bitcoin:${BTC}?req-pj=1`, null, `that asks for "req-pj", which isn't known`],
		[`bitcoin:?lightning=${WITHOUT_AMOUNT}`, null, 'without a Bitcoin address'],
	])('is not taken: %s', (text, sats, reason) => {
		expect(reasonOf(onChainAddressInLink(text, sats))).toContain(`is a link (bitcoin:) ${reason}`);
	});

	it('is in no other link', () => {
		expect(reasonOf(onChainAddressInLink('bitcoincash:qpm2qsznhks23z7629mms6s', null))).toBe(
			'is a link (bitcoincash:) without a Bitcoin address',
		);
	});
});

const { erc20, solana, trc20, polygon } = DEMO_ADDRESSES;
const ETHEREUM_USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const SOLANA_USDT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
const TRON_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('a stablecoin address in a link', () => {
	it.each([
		['erc20', erc20, erc20],
		['erc20', `ethereum:${erc20}`, erc20],
		['erc20', `ethereum:pay-${erc20}@1`, erc20],
		['Ethereum', `ethereum:${erc20}@0x1`, erc20],
		['erc20', `ethereum:${ETHEREUM_USDT}@1/transfer?address=${erc20}`, erc20],
		['erc20', `ethereum:${ETHEREUM_USDT}/transfer?address=${erc20}&uint256=1.5e6&gas=1`, erc20],
		['polygon', `ethereum:${polygon}@137`, polygon],
		['polygon', `polygon:${polygon}`, polygon],
		['erc20', `eth:${erc20}`, erc20],
		['plasma', `ethereum:0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb@9745/transfer?address=${erc20}`, erc20],
		['solana', `solana:${solana}`, solana],
		['solana', `solana:${solana}?amount=1.5&spl-token=${SOLANA_USDT}&label=Ada&message=Thanks`, solana],
		['trc20', `tron:${trc20}`, trc20],
		['trc20', `tron:${trc20}?token=${TRON_USDT}&amount=1.500000`, trc20],
		['ton', 'ton://transfer/UQ', 'ton://transfer/UQ'],
	])('%s: is taken: %s', (network, text, address) => {
		expect(valueOf(stablecoinAddressInLink(text, network, 150n))).toBe(address);
	});

	it.each([
		['erc20', `ethereum:${erc20}@137`, "of the chain 137, which isn't that of 'Network'"],
		['erc20', `ethereum:${erc20}?value=1.5e18`, 'asks for another token'],
		['erc20', `ethereum:${ETHEREUM_USDT}/approve?address=${erc20}`, 'asks for another token'],
		['polygon', `ethereum:${ETHEREUM_USDT}/transfer?address=${erc20}`, 'asks for another token'],
		['erc20', `ethereum:${ETHEREUM_USDT}/transfer?address=${erc20}&address=${polygon}`, 'more than one wallet address'],
		['erc20', `ethereum:${ETHEREUM_USDT}/transfer?uint256=1.5e6`, 'without a wallet address'],
		['erc20', `ethereum:${ETHEREUM_USDT}/transfer?address=${erc20}&uint256=1.5e7`, 'asks for "1.5e7"'],
		['solana', `solana:${solana}?amount=1.5`, 'asks for another token'],
		['solana', `solana:${solana}?spl-token=So11111111111111111111111111111111111111112`, 'asks for another token'],
		['solana', `solana:${solana}?amount=15&spl-token=${SOLANA_USDT}`, 'asks for "15"'],
		['solana', `solana:${solana}?memo=1042`, "asks for a memo, which the payment can't carry"],
		['solana', `solana:${solana}?reference=${solana}`, "asks for a reference, which the payment can't carry"],
		['trc20', `tron:${trc20}?amount=1.5`, 'asks for another token'],
		['trc20', `ethereum:${erc20}`, "is a link (ethereum:), but 'Network' is trc20; write the address alone"],
		['erc20', `polygon:${erc20}`, "is a link (polygon:), but 'Network' is erc20"],
		['erc20', `https://pay.test/${erc20}`, "is a link (https:), but 'Network' is erc20"],
	])('%s: is not taken: %s', (network, text, reason) => {
		expect(reasonOf(stablecoinAddressInLink(text, network, 150n))).toContain(reason);
	});
});
