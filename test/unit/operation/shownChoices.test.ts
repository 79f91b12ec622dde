/** What n8n lists and shows by other fields: the currencies of a quote's amount, and how a reference is compared. */
import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { quoteCreate } from '../../../nodes/Mavapay/operations/quote/quote';
import { operations } from '../../../nodes/Mavapay/operations';
import { MavapayTrigger } from '../../../nodes/MavapayTrigger/MavapayTrigger.node';
import { problemsOf } from '../../harness/operations';
import { toNgn } from '../../harness/payeeParameters';

const NODE = { typeVersion: 1 };
const { description } = new Mavapay();

/** The values of a node as n8n completes them, and whether it shows a property, or lists an option, with these. */
function shownIn(type: INodeTypeDescription, given: INodeParameters) {
	const values = NodeHelpers.getNodeParameters(type.properties, given, true, false, NODE, type) ?? {};
	const isShown = (one: INodeProperties | INodePropertyOptions) =>
		NodeHelpers.displayParameter(values, one, NODE, type);
	return { values, isShown, properties: type.properties.filter(isShown) };
}

const SOURCES = ['BTCSAT', 'NGNKOBO'];
const TARGETS = ['BTCSAT', 'GHSPESEWA', 'KESCENT', 'NGNKOBO', 'ZARCENT'];
const pairs = SOURCES.flatMap((source) => TARGETS.map((target) => [source, target] as const));
const inOrder = (texts: Iterable<string>) => [...new Set(texts)].sort();

/** The currencies that n8n lists for a quote's amount. */
function listed(sourceCurrency: string, targetCurrency: string) {
	const quote = { resource: 'quote', operation: 'create', sourceCurrency, targetCurrency };
	const { isShown, properties } = shownIn(description, quote);
	const currency = properties.filter(({ name }) => name === 'paymentCurrency');
	return currency.flatMap(({ options = [] }) =>
		options.flatMap((one) => ('value' in one && isShown(one) ? [String(one.value)] : [])),
	);
}

test.each(pairs)('a quote from %s to %s has its amount in one of these, and no other is taken', (source, target) => {
	expect(listed(source, target).sort()).toEqual(inOrder([source, target]));
	const given = { ...toNgn, beneficiaryType: 'none', sourceCurrency: source, targetCurrency: target };
	const others = TARGETS.filter((paymentCurrency) => {
		const problems = problemsOf(quoteCreate, { ...given, paymentCurrency });
		return problems.some(
			({ field, reason }) => field === 'Payment Currency' && reason.includes('source or the target'),
		);
	});
	expect(others).toEqual(TARGETS.filter((one) => one !== source && one !== target));
});

test('beside an expression every currency that may be right is listed, once', () => {
	const EXPRESSION = '={{ $json.currency }}';
	for (const source of SOURCES) expect(listed(source, EXPRESSION).sort()).toEqual(TARGETS);
	for (const target of TARGETS) expect(listed(EXPRESSION, target).sort()).toEqual(inOrder([...SOURCES, target]));
	expect(listed(EXPRESSION, EXPRESSION).sort()).toEqual(TARGETS);
});

const getNew = { resource: 'transaction', operation: 'getNew' };

test.each([
	['the trigger', new MavapayTrigger().description, {}],
	['Get New', description, getNew],
])('%s asks how a customer reference is compared only where there is one', (_, type, given) => {
	const isAsked = (customerReference: string) => {
		const { values, properties } = shownIn(type, { ...given, customerReference, customerReferenceMatch: 'contains' });
		const isKept = values.customerReferenceMatch === 'contains';
		expect(properties.some(({ name }) => name === 'customerReferenceMatch')).toBe(isKept);
		return isKept;
	};
	expect(['', 'order-1', '={{ $json.reference }}'].map(isAsked)).toEqual([false, true, true]);
});

test.each([
	['the trigger', new MavapayTrigger().description, {}],
	['Get New', description, getNew],
])('%s says beside every number what it counts', (_, type, given) => {
	const { properties } = shownIn(type, given);
	const members = properties.flatMap(({ options = [] }) => options.flatMap((one) => ('type' in one ? [one] : [])));
	const numbers = [...properties, ...members].filter(
		({ name, type: kind }) => kind === 'number' || /amount/i.test(name),
	);
	expect(numbers.length).toBeGreaterThan(1);
	expect(numbers.filter(({ hint = '' }) => !/^In [a-z]|^If not set, all/.test(hint))).toEqual([]);
});

test("what n8n's search lists has the resource and no article", () => {
	const actions = operations.map(({ action }) => action);
	expect(actions.filter((action) => /\b(an?|the)\b/i.test(action))).toEqual([]);
	expect(actions).toEqual(expect.arrayContaining(['Get many wallets', 'Withdraw to bank account']));
});
