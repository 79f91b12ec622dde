/** The requests that operations send match the interface description. They come from the operations' own test cases. */
import { cases, requestsOf, titleOf, type Case } from '../../cases';
import { STANDING_IN } from '../../cases/quoteParts';
import { problemsOfRequest } from '../../../interface/index';

/** Requests with values that aren't documented, on purpose: what the service adds one day has to work. */
const BEYOND: readonly string[] = [
	'bank:verifyAccount, a name enquiry for a number that the check refuses, checks skipped',
	'price:get, of usdghs, which is none of the list, as it is',
	'price:get, of USDGHS, which is none of the list, as it is',
	'quote:create, a beneficiary as JSON text',
	'quote:create, a beneficiary as an object, and a currency that is new',
];

/** Puts an ID in the service's format in place of each test ID, and a fixed time in place of each matcher. */
function withRealIds(value: unknown): unknown {
	if (typeof value === 'object' && value !== null && 'asymmetricMatch' in value) return '2026-02-20T12:00:00.000Z';
	if (Array.isArray(value)) return value.map(withRealIds);
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withRealIds(member)]));
	}
	return typeof value === 'string' && /^[a-z]-\d$/.test(value) ? STANDING_IN.id : value;
}

const problemsOf = (one: Case): string[] =>
	requestsOf(one, STANDING_IN).flatMap((request) =>
		problemsOfRequest({ ...request, query: Object(withRealIds(request.query)), body: withRealIds(request.body) }),
	);

const isBeyond = (one: Case) => BEYOND.includes(titleOf(one));
const titled = (some: readonly Case[]) => some.map((one) => ({ title: titleOf(one), one }));

it.each(titled(cases.filter((one) => !isBeyond(one))))('$title', ({ one }) => {
	expect(problemsOf(one)).toEqual([]);
});

it.each(titled(cases.filter(isBeyond)))('beyond: $title', ({ one }) => {
	expect(problemsOf(one)).not.toEqual([]);
});

it('knows every case that goes beyond', () => {
	const titles = cases.map(titleOf);
	expect(BEYOND.filter((title) => !titles.includes(title))).toEqual([]);
});
