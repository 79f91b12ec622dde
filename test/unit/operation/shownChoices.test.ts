/** Choices that depend on other fields, such as how a reference is compared; and what n8n's search lists. */
import { NodeHelpers, type INodeParameters, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';

import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { quoteCreate } from '../../../nodes/Mavapay/operations/quote/quote';
import { operations } from '../../../nodes/Mavapay/operations';
import { inWords } from '../../../nodes/core/domain/text';
import { MavapayTrigger } from '../../../nodes/MavapayTrigger/MavapayTrigger.node';
import { problemsOf } from '../../harness/operations';
import { toNgn } from '../../harness/payeeParameters';

const NODE = { typeVersion: 1 };
const { description } = new Mavapay();

/** A node's values as n8n completes them, and the properties that n8n shows with these values. */
function shownIn(type: INodeTypeDescription, given: INodeParameters) {
	const values = NodeHelpers.getNodeParameters(type.properties, given, true, false, NODE, type) ?? {};
	const isShown = (one: INodeProperties) => NodeHelpers.displayParameter(values, one, NODE, type);
	return { values, properties: type.properties.filter(isShown) };
}

const TARGETS = ['BTCSAT', 'GHSPESEWA', 'KESCENT', 'NGNKOBO', 'ZARCENT'];
const pairs = ['BTCSAT', 'NGNKOBO'].flatMap((source) => TARGETS.map((target) => [source, target] as const));

test.each(pairs)('a quote from %s to %s has its amount in one of these', (source, target) => {
	const given = { ...toNgn, beneficiaryType: 'none', sourceCurrency: source, targetCurrency: target };
	const others = TARGETS.filter((paymentCurrency) =>
		problemsOf(quoteCreate, { ...given, paymentCurrency }).some(({ reason }) =>
			reason.includes("must be 'From' or 'To'"),
		),
	);
	expect(others).toEqual(TARGETS.filter((one) => one !== source && one !== target));
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

test("what n8n's search lists has the resource and no article, and a name in the panel leaves the resource out", () => {
	const repeated = operations.filter(({ name, resource }) => name.includes(inWords(resource)));
	expect(repeated).toEqual([]);
	const actions = operations.map(({ action }) => action);
	expect(actions.filter((action) => /\b(an?|the)\b/i.test(action))).toEqual([]);
	expect(actions).toEqual(expect.arrayContaining(['Get many wallets', 'Withdraw to bank account']));
});
