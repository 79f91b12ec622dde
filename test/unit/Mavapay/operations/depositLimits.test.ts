/** Limits of deposit addresses are whole USDT, unlike every other amount (docs/reference/interface.md#stablecoin-addresses). */
import { withLimits } from '../../../../nodes/Mavapay/operations/stablecoinAddress/stablecoinAddress';
import { money } from '../../../cases/case';

const usdt = (minor: string) => money(minor, 'USDT');

it.each([
	['1', '0', usdt('100'), null],
	['1.50', '0.00', usdt('150'), null],
	['0', ' 25000 ', usdt('0'), usdt('2500000')],
	[5, 10.5, usdt('500'), usdt('1050')],
	['0.01', '9007199254740993', usdt('1'), usdt('900719925474099300')],
])('%p to %p', (minAmount, maxAmount, minimum, maximum) => {
	const address = { id: 's-1', currency: 'USDT', minAmount, maxAmount };
	expect(withLimits(address)).toStrictEqual({ ...address, limits: { minimum, maximum } });
});

it.each([
	['1', 'none'],
	['1', null],
	['1', ''],
	['1', '-5'],
	['1,000', '0'],
	['1.005', '0'],
	['1e3', '0'],
	[null, '0'],
	[{ amount: 1 }, '0'],
	[2 ** 60, '0'],
])('%p to %p cannot be read: no limits are told, and the address stays as it came', (minAmount, maxAmount) => {
	const address = { id: 's-1', currency: 'USDT', minAmount, maxAmount };
	expect(withLimits(address)).toStrictEqual({ ...address, limits: null });
});

it('does not guess the decimals of a coin it does not know', () => {
	const address = { currency: 'USDX', minAmount: '1', maxAmount: '0' };
	expect(withLimits(address).limits).toBeNull();
});

it('an address that names no currency is one for USDT', () => {
	expect(withLimits({ minAmount: '2', maxAmount: '3' }).limits).toEqual({
		minimum: usdt('200'),
		maximum: usdt('300'),
	});
	expect(withLimits({ id: 's-1' }).limits).toBeNull();
});
