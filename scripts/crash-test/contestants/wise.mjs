import { node } from '../../n8n/workflow.mjs';
import { oneAtATime, rowInWork } from './parts.mjs';

const profileId = 12_345_678;

/** @type {import('./parts.mjs').Contestant} */
export const wiseNode = {
	name: 'Wise',
	service: 'wise',
	credentials: ['wiseApi'],
	asks: /already funded/i,
	build({ pay, credentials }) {
		const wise = (/** @type {string} */ name, /** @type {object} */ parameters, more = {}) =>
			node(name, 'n8n-nodes-base.wise', parameters, { credentials, ...more });
		return {
			nodes: [
				oneAtATime(),
				wise('Quote', {
					resource: 'quote',
					operation: 'create',
					profileId,
					targetAccountId: '={{ $json.payee }}',
					amountType: 'target',
					amount: '={{ Number($json.amount) }}',
					sourceCurrency: 'USD',
					targetCurrency: 'USD',
				}),
				wise('Transfer', {
					resource: 'transfer',
					operation: 'create',
					profileId,
					quoteId: '={{ $json.id }}',
					targetAccountId: `={{ ${rowInWork}.payee }}`,
					additionalFields: { reference: `={{ ${rowInWork}.reference }}` },
				}),
				wise('Pay', { resource: 'transfer', operation: 'execute', profileId, transferId: '={{ $json.id }}' }, pay),
			],
			lines: [
				['Rows', 'Each'],
				['Each', 'Quote', 1],
				['Quote', 'Transfer'],
				['Transfer', 'Pay'],
				['Pay', 'Each'],
			],
		};
	},
};
