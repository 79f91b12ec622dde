/** Payouts that a person approves: rows are prepared, the test changes them, and the node pays them. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { at, byId, placed } from '../../cases/case';
import type { Sandbox } from '../../../sandbox';
import { connect, custom, itemsSource, LOOP, MANUAL_TRIGGER, node, NO_OP, runWorkflow } from './';
import { endOf, json, outcomeOf, surroundings, TYPE_NAME } from './mavapay';

export const row = (index: number, more: IDataObject = {}): IDataObject => ({
	ref: `INV-${index}`,
	account: `012345678${index}`,
	kobo: String(250_000 + index * 1_000),
	...more,
});
export const ROWS = [1, 2, 3].map((index) => row(index));

const toBank = (options: INodeParameters = {}): INodeParameters => ({
	amount: '={{ $json.kobo }}',
	amountUnit: 'minor',
	currency: 'NGN',
	bank: { ...byId('={{ $json.bankCode || "000013" }}') },
	accountNumber: '={{ $json.account }}',
	expectedAccountName: '',
	bankName: '',
	payoutReference: '={{ $json.ref }}',
	...placed(options),
});
export const prepare = (options: INodeParameters = {}): INodeParameters => ({
	resource: 'prepare',
	operation: 'toBankAccount',
	...toBank(options),
});
export const pay = (approvalDigest: string, options: INodeParameters = {}): INodeParameters => ({
	resource: 'withdrawal',
	operation: 'toBankAccount',
	...toBank(options),
	approvalDigest,
});

/** Runs the nodes Start, Items, Prepare, Between (where the test changes rows) and Pay; `loop` puts Pay in a loop. */
async function approveAndPay(
	where: Sandbox,
	change: (rows: IDataObject[]) => IDataObject[],
	{
		rows = ROWS,
		digest = "={{ $('Prepare').first().json.approvalDigest }}",
		loop = false,
		credential = {},
		...rest
	}: {
		credential?: IDataObject;
		rows?: IDataObject[];
		digest?: string;
		loop?: boolean;
		prepareParameters?: INodeParameters;
		payParameters?: INodeParameters;
		between?: () => void;
	} = {},
) {
	const { type, credentialTypes, credentials } = surroundings(where, credential);
	const references = { mavapayApi: { id: 'mavapayApi', name: 'mavapayApi' } };
	const changed = custom(async function () {
		rest.between?.();
		return [
			change(this.getInputData().map(({ json: item }) => item)).map((item) => ({
				json: item,
				pairedItem: { item: 0 },
			})),
		];
	});
	return await runWorkflow({
		nodes: [
			node('Start', MANUAL_TRIGGER),
			node('Items', 'test.items'),
			node('Prepare', TYPE_NAME, { parameters: rest.prepareParameters ?? prepare(), credentials: references }),
			node('Between', 'test.custom'),
			node('Loop', loop ? LOOP : NO_OP, loop ? { typeVersion: 3, parameters: { batchSize: 2 } } : {}),
			node('Pay', TYPE_NAME, {
				parameters: rest.payParameters ?? pay(digest),
				credentials: references,
				onError: 'continueRegularOutput',
			}),
		],
		connections: loop
			? connect(
					['Start', 'Items'],
					['Items', 'Prepare'],
					['Prepare', 'Between'],
					['Between', 'Loop'],
					['Loop', 'Pay', 1],
					['Pay', 'Loop'],
				)
			: connect(['Start', 'Items'], ['Items', 'Prepare'], ['Prepare', 'Between'], ['Between', 'Loop'], ['Loop', 'Pay']),
		nodeTypes: { 'test.items': itemsSource(rows), 'test.custom': changed, [TYPE_NAME]: type },
		credentialTypes,
		credentials,
	});
}

type Approved = Awaited<ReturnType<typeof approveAndPay>>;

/** Runs approvals against the sandbox of a test file, and reads that sandbox. */
export function useApproval(held: { readonly sandbox: Sandbox }) {
	/** The amounts of all payouts in the ledger, in minor units, sorted. */
	const paid = () =>
		held.sandbox.ledger
			.payouts()
			.map(({ amount }) => Number(amount))
			.sort();

	const sent = () => held.sandbox.requests.filter(({ method }) => method === 'POST').length;

	const approve = async (...given: Parameters<typeof approveAndPay> extends [unknown, ...infer Rest] ? Rest : never) =>
		await approveAndPay(held.sandbox, ...given);
	return { paid, sent, approveAndPay: approve };
}

export const messages = (result: Approved) => json(result.items('Pay', 0)).map((item) => String(at(item, 'message')));
/** For each item, the `cause` in its error; without an error, the outcome of its payment. */
export const ends = (result: Approved) => json(result.items('Pay', 0)).map(endOf);
export const outcomes = (result: Approved) => json(result.items('Pay', 0)).map(outcomeOf);
