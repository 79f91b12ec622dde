/** What the operations send is what is described; the requests are those of the operations' own tests. */
import type { GoodCase } from '../Mavapay/operations/goodCase';
import { goodBinds } from '../Mavapay/operations/goodBinds';
import { goodQuotes } from '../Mavapay/operations/goodQuotes';
import { goodReads } from '../Mavapay/operations/goodReads';
import { problemsOfRequest } from '../../interface';

const cases: readonly GoodCase[] = [...goodReads, ...goodBinds, ...goodQuotes];

/** These go beyond the documentation on purpose: what the service may add one day has to pass. */
const BEYOND: readonly string[] = [
	'a name enquiry for a number that the check refuses, checks skipped',
	'a payment link that settles to a beneficiary as JSON',
	'shillings to a phone of a network that is new',
	'a beneficiary as JSON text',
	'a beneficiary as an object, and a currency that is new',
];

/** IDs of the tests stand for those of the service, which have a form. */
function withRealIds(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withRealIds);
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withRealIds(member)]));
	}
	return typeof value === 'string' && /^[a-z]-\d$/.test(value) ? `3f1c9f0e-3f57-4c39-8d0a-0d5b6c1c2a1${value.at(-1)}` : value;
}

const problemsOf = ({ requests }: GoodCase): string[] =>
	requests.flatMap((request) => problemsOfRequest({ ...request, query: Object(withRealIds(request.query)), body: withRealIds(request.body) }));

it.each(cases.filter(({ name }) => !BEYOND.includes(name)).map((one) => ({ name: one.name, one })))('$name', ({ one }) => {
	expect(problemsOf(one)).toEqual([]);
});

it.each(cases.filter(({ name }) => BEYOND.includes(name)).map((one) => ({ name: one.name, one })))('beyond: $name', ({ one }) => {
	expect(problemsOf(one)).not.toEqual([]);
});

it('knows every case that goes beyond', () => {
	const names = cases.map(({ name }) => name);
	expect(BEYOND.filter((name) => !names.includes(name))).toEqual([]);
});
