/** The payment operations that the fault matrix runs, with three items each. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ServiceRequest } from '../../../../nodes/core/service/service';
import { type LedgerEntry, type Sandbox } from '../../../../sandbox';
import { ask, byId, textAt } from '../../../cases/case';
import { SWAP } from '../../../cases/quoteParts';
import { toStablecoin as stablecoinPayment } from '../../../cases/withdrawal';
import { toGhana, toKenya, toSouthAfrica } from '../../../cases/withdrawalAbroad';
import { accept as acceptance, createAndAccept } from '../../../harness/quoteParameters';

export interface Item extends IDataObject {
	/** The payout reference. */
	id: string;
	/** A text that only this item's payment request, or its quote request, contains. */
	mark: string;
	/** A second mark, for values that change between tries. */
	other?: string;
}

/** `before` is the request for a quote; `payment` is the request that moves money. */
export type Step = 'before' | 'payment';

export interface Scenario {
	name: string;
	/** Whether the operation asks for a quote before it pays. */
	quoted?: true;
	/** The request that meets the fault. */
	hits: Step;
	items: (sandbox: Sandbox) => Promise<Item[]> | Item[];
	parameters: INodeParameters;
	/** The item and the step of a request; null for other requests. `quotes` has the item of each quote, by quote ID. */
	stepOf: (
		request: Pick<ServiceRequest, 'method' | 'path' | 'body'>,
		items: Item[],
		quotes: ReadonlyMap<string, number>,
	) => { item: number; step: Step } | null;
	/** The ledger's entries for an item's payment, including payments that failed at once. */
	paid: (sandbox: Sandbox, item: Item) => LedgerEntry[];
}

const IDS = ['1000000001', '1000000002', '1000000003'];

const names = (text: string, { mark, other }: Item): boolean =>
	text.includes(mark) || (other !== undefined && text.includes(other));

const asPayment = (item: number) => (item === -1 ? null : { item, step: 'payment' as const });

/** For withdrawals, whose request body identifies the item. */
const byBody: Scenario['stepOf'] = ({ method, body }, items) =>
	method === 'POST' ? asPayment(items.findIndex((item) => names(JSON.stringify(body), item))) : null;

const ACCEPT = /^\/wallet\/payout\/([^/]+)\/accept$/;

const quoteIdOf = ({ method, path }: Pick<ServiceRequest, 'method' | 'path'>): string | null =>
	method === 'POST' ? (ACCEPT.exec(path)?.[1] ?? null) : null;

const swapStep: Scenario['stepOf'] = (request, items, quotes) => {
	const quoteId = quoteIdOf(request);
	if (quoteId !== null) return asPayment(quotes.get(quoteId) ?? -1);
	if (request.method !== 'POST' || request.path !== '/quote') return null;
	const item = items.findIndex((one) => names(JSON.stringify(request.body), one));
	return item === -1 ? null : { item, step: 'before' };
};

const swap = (name: string, hits: Step): Scenario => ({
	name,
	quoted: true,
	hits,
	items: () => IDS.map((id) => ({ id, mark: id })),
	parameters: {
		...createAndAccept,
		payoutReference: '',
		options: { customerReference: '={{ $json.id }}' },
	},
	stepOf: swapStep,
	paid: ({ ledger }, { id }) => ledger.find({ kind: 'swapOut', customerReference: id }),
});

export const toBankAccount: Scenario = {
	name: 'withdrawal: toBankAccount',
	hits: 'payment',
	items: () => IDS.map((id, index) => ({ id, mark: `012345678${index}` })),
	parameters: {
		resource: 'withdrawal',
		operation: 'toBankAccount',
		amount: '250000',
		amountUnit: 'minor',
		currency: 'NGN',
		bank: byId('000013'),
		accountNumber: '={{ $json.mark }}',
		expectedAccountName: '',
		bankName: '',
		payoutReference: '={{ $json.id }}',
	},
	stepOf: byBody,
	paid: ({ ledger }, { mark }) => ledger.payouts({ destination: mark }),
};

export const toLightning: Scenario = {
	name: 'withdrawal: toLightning',
	hits: 'payment',
	items: (sandbox) =>
		IDS.map(() => {
			const { invoice, paymentHash } = sandbox.makeInvoice({ amountMsat: '2500000' });
			return { id: paymentHash, mark: invoice };
		}),
	parameters: {
		resource: 'withdrawal',
		operation: 'toLightning',
		invoice: '={{ $json.mark }}',
		memo: '',
		payoutReference: '',
	},
	stepOf: byBody,
	paid: ({ ledger }, { id }) => ledger.payouts({ destination: id }),
};

export const toStablecoin: Scenario = {
	name: 'withdrawal: toStablecoin',
	hits: 'payment',
	items: () => IDS.map((id) => ({ id, mark: id })),
	parameters: {
		...stablecoinPayment,
		amount: '={{ String(100 + $json.id.charCodeAt($json.id.length - 1)) }}',
		customerReference: '={{ $json.id }}',
	},
	stepOf: byBody,
	paid: ({ ledger }, { id }) => ledger.payouts({ customerReference: id }),
};

/** A payment to another country. `payee` is the parameter for the payee, and `marks` gives each item's payee. */
const abroad = (
	operation: string,
	parameters: INodeParameters,
	payee: string,
	marks: (index: number) => string,
): Scenario => ({
	name: `withdrawal: ${operation}`,
	quoted: true,
	hits: 'payment',
	items: () => IDS.map((id, index) => ({ id, mark: marks(index) })),
	parameters: {
		resource: 'withdrawal',
		operation,
		...parameters,
		[payee]: '={{ $json.mark }}',
		payoutReference: '={{ $json.id }}',
	},
	stepOf: swapStep,
	paid: ({ ledger }, { mark }) => ledger.payouts({ destination: mark }),
});

/** The same code pays to all these countries, so in `npm test` each country meets only a part of the faults. */
export const toCountries = [
	abroad('toKenya', toKenya, 'phoneNumber', (index) => `+25471234567${index}`),
	abroad('toGhana', toGhana, 'ghsPhoneNumber', (index) => `+23324123456${index}`),
	abroad('toSouthAfrica', toSouthAfrica, 'accountNumber', (index) => `135290000${index}`),
];

export const accept: Scenario = {
	name: 'quote: accept',
	hits: 'payment',
	items: async (sandbox) => {
		const made: Item[] = [];
		for (const customerReference of IDS) {
			const id = textAt(await ask(sandbox, 'POST', '/quote', { ...SWAP, customerReference }), 'id');
			made.push({ id, mark: id });
		}
		return made;
	},
	parameters: {
		...acceptance,
		quoteId: '={{ $json.id }}',
	},
	stepOf: (request, items) => asPayment(items.findIndex((item) => names(quoteIdOf(request) ?? '', item))),
	paid: ({ ledger }, { id }) => ledger.find({ kind: 'swapOut', quoteId: id }),
};

export const swapQuote = swap('quote: createAndAccept, the quote', 'before');
export const swapAccept = swap('quote: createAndAccept, its acceptance', 'payment');

export const SCENARIOS: readonly Scenario[] = [
	toBankAccount,
	...toCountries,
	toLightning,
	toStablecoin,
	accept,
	swapQuote,
	swapAccept,
];
