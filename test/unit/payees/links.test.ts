import { DEMO_ADDRESSES } from '../../../sandbox';
import { lightningAddressInLink, onChainAddressInLink } from '../../../nodes/core/payees/linkedAddress';
import { readInvoice } from '../../../nodes/core/payees/lightning';
import { buildInvoice, NO_INVOICE, VALID } from '../../harness/invoices';
import { reasonOf, valueOf } from '../../harness/results';

const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const INVOICE = VALID.find(({ amountMsat }) => amountMsat === 250_000_000n)?.text ?? '';
const WITHOUT_AMOUNT = buildInvoice({ human: 'lnbc' });

const UNSUPPORTED = "which isn't supported; write only the address or invoice";

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
			'is a link (bitcoin:) with more than one Lightning invoice; write only the right one',
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
		[`bitcoin:${BTC}?req-x=1&lightning=${INVOICE}`, `is a link (bitcoin:) that requires "req-x", ${UNSUPPORTED}`],
		['bitcoin:?lightning=ada@pay.test', NO_INVOICE],
		['lightning:ada@pay.test', NO_INVOICE],
		['lnurlp://pay.test/ada', NO_INVOICE],
		['keyauth://pay.test/ada', NO_INVOICE],
		['lightning:LNURL1DP68GURN8GHJ7', NO_INVOICE],
		['https://pay.test/@ada', NO_INVOICE],
		[`https://pay.test/?lightning=${INVOICE}`, NO_INVOICE],
		[`solana:${DEMO_ADDRESSES.solana}`, NO_INVOICE],
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
		[`bitcoin:${BTC}?amount=25e4`, 250_000n, `that asks for "25e4", which isn't the amount that is paid`],
		[`bitcoin:${BTC}?amount=-0.0025`, 250_000n, `that asks for "-0.0025", which isn't the amount that is paid`],
		[`bitcoin:${BTC}?lightning=${INVOICE}`, 250_001n, 'with an invoice for another amount'],
		[`bitcoin:${BTC}?lightning=${INVOICE}`, null, 'with an invoice for another amount'],
		[`bitcoin:${BTC}?bc=1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2`, null, 'with more than one Bitcoin address'],
		[`bitcoin:${BTC}?req-pj=1`, null, `that requires "req-pj", ${UNSUPPORTED}`],
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
