/** How a bank's name is found in Mavapay's list of Nigerian banks. */
import { bankEntry, bankNameOf } from '../../../../nodes/Mavapay/operations/bank/bank';
import { answered } from '../../../cases/case';
import { FakeService } from '../../../harness/operations';

const LIST = [
	{ bankName: 'Access Bank', nipBankCode: '000014' },
	{ bankName: 'No Code Bank', nipBankCode: null },
	{ nipBankCode: '000015' },
	{ bankName: ' ', nipBankCode: '000015' },
	{ bankName: '', nipBankCode: '000016' },
	{ bankName: 'Zenith Bank', nipBankCode: '000015' },
	{ bankName: 'Zenith Again', nipBankCode: '000015' },
];

it('is the first that has the code and a name, and each list is checked once, however often it is asked', async () => {
	const checks = jest.spyOn(bankEntry, 'safeParse');
	const service = new FakeService([answered(LIST)]);
	for (let payment = 0; payment < 3; payment++) {
		expect(await bankNameOf(service, '000014')).toBe('Access Bank');
		expect(await bankNameOf(service, '000015')).toBe('Zenith Bank');
	}
	expect(checks).toHaveBeenCalledTimes(LIST.length);
	expect(await bankNameOf(new FakeService([answered([...LIST])]), '000014')).toBe('Access Bank');
	expect(checks).toHaveBeenCalledTimes(2 * LIST.length);
	checks.mockRestore();
});

it.each([[LIST], [undefined], [null], ['000014'], [{ bankName: 'Other', nipBankCode: '000017' }]])(
	'is refused where nothing has the code: %j',
	async (data) => {
		const asked = bankNameOf(new FakeService([answered(data)]), '000016');
		await expect(asked).rejects.toThrow('Mavapay\'s bank list has no bank with the code "000016"');
	},
);
