// The parts of HubSpot and Pipedrive that n8n's nodes use: with the key, deals can be found and changed.

/** @typedef {Record<string, string>} Properties */

/** @param {boolean} isOurs @param {() => import('./behindProxy.mjs').Answer} answer */
const authorised = (isOurs, answer) => (isOurs ? answer() : { status: 401, body: { message: 'Unauthorized' } });

export function startHubspot() {
	/** Deals by ID; some have no currency or no amount. @type {Record<string, Properties>} */
	const deals = {
		901: { amount: '12500.5', deal_currency_code: 'NGN', dealstage: 'contractsent' },
		902: { amount: '7000.01', dealstage: 'contractsent' },
		903: { amount: '7000', dealstage: 'contractsent' },
		904: { amount: '7000', deal_currency_code: 'USD', dealstage: 'contractsent' },
		905: { dealstage: 'contractsent' },
		906: { amount: '1500', dealstage: 'contractsent' },
	};
	const appToken = 'pat-of-the-test';
	/** @param {any} body */
	function search({ filterGroups: [{ filters }], properties, limit }) {
		const [{ propertyName, operator, value }] = filters;
		if (value === 'DOWN') return { status: 503, body: { message: 'Service unavailable' } };
		// HubSpot's record ID is a number, and anything else is refused.
		if (propertyName === 'hs_object_id' && !/^\d+$/.test(value))
			return { status: 400, body: { message: `Invalid value for ${propertyName}: ${value}` } };
		const found = Object.entries(deals)
			.filter(([id, deal]) => operator === 'EQ' && { hs_object_id: id, ...deal }[propertyName] === value)
			.slice(0, limit);
		const results = found.map(([id, deal]) => ({
			id,
			properties: Object.fromEntries(properties.map((/** @type {string} */ name) => [name, deal[name] ?? null])),
		}));
		return { body: { total: found.length, results } };
	}
	/** @type {import('./behindProxy.mjs').Service} */
	const service = ({ method, path, headers, text }) =>
		authorised(headers.authorization === `Bearer ${appToken}`, () => {
			const body = JSON.parse(text || '{}');
			if (method === 'POST' && path === '/crm/v3/objects/deals/search') return search(body);
			const deal = deals[/^\/deals\/v1\/deal\/(\w+)$/.exec(path)?.[1] ?? ''];
			if (method !== 'PUT' || !deal) return { status: 404, body: { message: 'resource not found' } };
			for (const { name, value } of body.properties) deal[name] = value;
			return { body: { dealId: path, properties: {} } };
		});
	return { credential: { appToken }, deals, services: { 'api.hubapi.com': service } };
}

/** @typedef {{reference: string, title: string, value: number, currency: string, status: string}} Deal */

export function startPipedrive() {
	/** By ID. @type {Record<string, Deal>} */
	const deals = {
		1: { reference: '901', title: 'One', value: 12500.5, currency: 'NGN', status: 'open' },
		2: { reference: '902', title: 'Two', value: 7000.01, currency: 'NGN', status: 'open' },
		3: { reference: '903', title: 'Three', value: 7000, currency: 'NGN', status: 'open' },
		4: { reference: '904', title: 'Four', value: 7000, currency: 'USD', status: 'open' },
		5: { reference: '905', title: 'Five', value: 0, currency: 'NGN', status: 'open' },
		6: { reference: '906', title: 'Six', value: 1500, currency: 'NGN', status: 'open' },
		7: { reference: 'DOWN', title: 'Seven', value: 1, currency: 'NGN', status: 'open' },
		8: { reference: 'DOWN', title: 'Eight', value: 1, currency: 'NGN', status: 'open' },
	};
	const apiToken = 'pipedrive-of-the-test';
	/** @type {import('./behindProxy.mjs').Service} */
	const service = ({ method, path, query, text }) =>
		authorised(query.get('api_token') === apiToken, () => {
			if (method === 'GET' && path === '/v1/deals/search') {
				const field = query.get('fields') === 'custom_fields' ? 'reference' : 'title';
				const term = query.get('term')?.toLowerCase();
				const items = Object.entries(deals)
					.filter(([, deal]) => query.get('exact_match') === 'true' && deal[field].toLowerCase() === term)
					.map(([id, { title, value, currency, status }]) => ({
						result_score: 1,
						item: { id: Number(id), type: 'deal', title, value, currency, status },
					}));
				return { body: { success: true, data: { items }, additional_data: {} } };
			}
			const deal = deals[/^\/v1\/deals\/(\d+)$/.exec(path)?.[1] ?? ''];
			if (method !== 'PUT' || !deal) return { status: 404, body: { success: false, error: 'Deal not found' } };
			return { body: { success: true, data: Object.assign(deal, JSON.parse(text)) } };
		});
	return { credential: { apiToken }, deals, services: { 'api.pipedrive.com': service } };
}
