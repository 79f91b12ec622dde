/** Repeats of a payment abroad, under another reference and with the payee written differently. */
import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../../cases/case';
import { toGhana, toKenya, toSouthAfrica } from '../../cases/withdrawalAbroad';
import { endOf, run, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const paid = () => service.sandbox.ledger.payouts().length;

async function ended(operation: string, payoutReference: string, parameters: INodeParameters) {
	const { success } = await run(
		service.sandbox,
		{ resource: 'withdrawal', operation, ...parameters, payoutReference },
		{ onError: 'continueRegularOutput' },
	);
	return endOf(success[0]?.json);
}

const till = { ...toKenya, to: 'till', tillNumber: '0123456' };
const payBill = { ...toKenya, to: 'payBill', paybillNumber: '247247', paybillAccountNumber: 'A-17 x' };

test.each<[string, string, INodeParameters, INodeParameters]>([
	['a phone in another form', 'toKenya', toKenya, { phoneNumber: '0712345678' }],
	['a phone of another network', 'toKenya', toKenya, { phoneNumber: 254_712_345_678, kesNetwork: 'airtel' }],
	['another name', 'toKenya', toKenya, { kesAccountName: 'A. Otieno' }],
	['whole shillings', 'toKenya', toKenya, { amount: '1000', amountUnit: 'major' }],
	['another wallet', 'toKenya', toKenya, { sourceWallet: 'BTC' }],
	['a till without its zero', 'toKenya', till, { tillNumber: '123456' }],
	[
		'a PayBill account in other letters',
		'toKenya',
		payBill,
		{ paybillAccountNumber: 'a-17x', paybillNumber: '0247247' },
	],
	['a phone of Ghana in another form', 'toGhana', toGhana, { ghsPhoneNumber: '0241234567' }],
	['an account with a zero', 'toSouthAfrica', toSouthAfrica, { accountNumber: '01352900000' }],
	['an account at another bank', 'toSouthAfrica', toSouthAfrica, { zarBank: byId('Nedbank') }],
])('%s is the payment that was made', async (_, operation, first, more) => {
	expect(await ended(operation, 'A', first)).toBe('accepted');
	expect(await ended(operation, 'B', { ...first, ...more })).toBe('repeated');
	expect(paid()).toBe(1);
});
