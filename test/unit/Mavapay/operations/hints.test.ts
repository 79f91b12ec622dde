/** Hints that people read before they pay, and warnings that don't block a payment. */
import { paymentLinkCreate } from '../../../../nodes/Mavapay/operations/paymentLink/create';
import { quoteCreate } from '../../../../nodes/Mavapay/operations/quote/quote';
import { stablecoinAddressGetAll } from '../../../../nodes/Mavapay/operations/stablecoinAddress/stablecoinAddress';
import { stablecoinAddressGenerate } from '../../../../nodes/Mavapay/operations/stablecoinAddress/stablecoinAddress';
import { link } from '../../../cases/paymentLink';
import { writePlan } from '../../../harness/operations';
import { account, toNgn, toPhone, toZar, onChainLink, toAddress, skipping } from '../../../harness/payeeParameters';

describe('what people read before they pay', () => {
	const options = (name: string) => quoteCreate.fields[name]?.face.options?.map((option) => Object(option)) ?? [];
	const said = (name: string, value: string) => options(name).find((option) => option.value === value)?.description;

	it('says what becomes of a bank transfer of less, and until when the whole is due', () => {
		expect(said('paymentMethod', 'BANKTRANSFER')).toMatch(
			/exactly 'totalAmountInSourceCurrency'.*before the quote expires \(5 to 10 minutes\).*smaller transfer is refunded/,
		);
	});

	it.each([
		['kes', /2 USD/],
		['zar', /2 USD.*50 ZAR/],
		['ngn', /2,000 NGN/],
	])('says from which amount %s is paid out', (value, least) => {
		expect(said('beneficiaryType', value)).toMatch(least);
	});

	it('says of deposit addresses that their limits are no cents', () => {
		for (const operation of [stablecoinAddressGenerate, stablecoinAddressGetAll]) {
			expect(operation.description).toMatch(/'minAmount' and 'maxAmount' .*whole USDT, not cents/);
		}
	});

	it('offers the documented networks of Kenya', () => {
		expect(options('kesNetwork').map(({ value }) => value)).toEqual(['airtel', 'mpesa']);
	});
});

describe('documented minimum amounts', () => {
	it.each([
		['a small payout in naira', { ...toNgn, amount: '199999' }, /2,000 NGN/],
		['a small payout from naira to rand', { ...toZar, paymentCurrency: 'ZARCENT', amount: '4999' }, /50 ZAR/],
		[
			'a small payout from bitcoin to rand',
			{ ...toZar, sourceCurrency: 'BTCSAT', paymentCurrency: 'ZARCENT', amount: '1999' },
			/minimum of 2 USD for a payout in ZAR/,
		],
		[
			'a small payout in shillings',
			{ ...toPhone, paymentCurrency: 'KESCENT', amount: '199.99', amountUnit: 'major' },
			/minimum of 2 USD for a payout in KES/,
		],
		['a small payout on-chain', { ...toAddress, paymentCurrency: 'BTCSAT', amount: '5999' }, /6,000 satoshis/],
	])('warns about %s, and sends it', (_name, values, hint) => {
		expect(writePlan(quoteCreate, values).hints).toStrictEqual([expect.stringMatching(hint)]);
		expect(writePlan(quoteCreate, skipping(values)).hints).toStrictEqual([]);
	});

	it('says nothing about amounts at the minimum', () => {
		expect(writePlan(quoteCreate, { ...toNgn, amount: '200000' }).hints).toStrictEqual([]);
		expect(writePlan(quoteCreate, { ...toAddress, paymentCurrency: 'BTCSAT', amount: '6000' }).hints).toStrictEqual([]);
		expect(writePlan(quoteCreate, { ...toZar, paymentCurrency: 'ZARCENT', amount: '5000' }).hints).toStrictEqual([]);
		expect(
			writePlan(quoteCreate, { ...toZar, sourceCurrency: 'BTCSAT', paymentCurrency: 'ZARCENT', amount: '2000' }).hints,
		).toStrictEqual([]);
		expect(writePlan(quoteCreate, { ...toPhone, paymentCurrency: 'KESCENT', amount: '20000' }).hints).toStrictEqual([]);
	});

	it('says nothing where the amount is in another currency than the payout', () => {
		for (const values of [toZar, toPhone])
			expect(writePlan(quoteCreate, { ...values, amount: '1' }).hints).toStrictEqual([]);
	});

	const ofLink = { ...link, ...account, beneficiaryType: 'ngn', settlementCurrency: 'NGN' };
	const inZar = { ...link, ...toZar, options: {}, paymentCurrency: 'ZAR', settlementCurrency: 'ZAR' };
	const inBtc = { ...onChainLink, paymentCurrency: 'BTC', settlementCurrency: 'BTC' };

	it.each([
		['NGN', ofLink, '199999', '200000', /2,000 NGN/],
		['ZAR', inZar, '1999', '2000', /minimum of 2 USD/],
		['bitcoin on-chain', inBtc, '5999', '6000', /6,000 satoshis/],
	])('are known of payment links in %s', (_name, values, less, least, hint) => {
		expect(writePlan(paymentLinkCreate, { ...values, amount: less }).hints).toStrictEqual([
			expect.stringMatching(hint),
		]);
		expect(writePlan(paymentLinkCreate, skipping({ ...values, amount: less })).hints).toStrictEqual([]);
		expect(writePlan(paymentLinkCreate, { ...values, amount: least }).hints).toStrictEqual([]);
	});
});
