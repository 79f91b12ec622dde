/** What each message that the service documents (docs/interface.md#errors) says of a payment. */
import { classifyPayment, type Outcome } from '../../../nodes/core/domain/http/outcome';
import { readProject } from '../../harness/sources';

const refused: ReadonlyArray<[string, Outcome]> = [
	['Invalid API key provided', 'rejected'],
	['Invalid account number or bank code', 'rejected'],
	['Invalid quote ID', 'rejected'],
	['Amount mismatch', 'rejected'],
	['quote expired', 'rejected'],
	['Invalid currency', 'rejected'],
	['Invalid payment currency', 'rejected'],
	['Amount too small', 'rejected'],
	['Autopayout requires payment currency to be target currency', 'rejected'],
	['Invoice amount mismatch', 'rejected'],
	['name mismatch', 'rejected'],
	['insufficient balance', 'rejected'],
	// It does not say by whom: this execution may have paid it.
	['Quote already paid', 'unknown'],
];

const outcomeOf = (status: number, message: string) =>
	classifyPayment({ kind: 'response', status, body: { status: 'error', message } }).outcome;

const otherCase = (text: string) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

it.each(refused)('%s: %s, as 400 and with an HTTP 200, in any case', (message, outcome) => {
	for (const told of [message, otherCase(message), ` ${message}. `]) {
		expect([outcomeOf(400, told), outcomeOf(200, told)]).toEqual([outcome, outcome]);
	}
});

it.each([403, 404, 422])('%s tells the same', (status) => {
	expect(refused.map(([message]) => outcomeOf(status, message))).toEqual(refused.map(([, outcome]) => outcome));
});

it('a key that is wrong is refused before anything is looked at', () => {
	expect(outcomeOf(401, 'Invalid API key provided')).toBe('rejected');
	expect(outcomeOf(401, 'Quote already paid')).toBe('unknown');
});

it.each(refused)('%s proves nothing of a failure of the service itself', (message) => {
	expect(outcomeOf(500, message)).toBe('unknown');
	expect(outcomeOf(409, message)).toBe('unknown');
});

it('knows every message that docs/interface.md shows', () => {
	const page = readProject().get('docs/interface.md') ?? '';
	const [, table = ''] = /Messages the documentation shows:\n\n([^]*?)\n\n/.exec(page) ?? [];
	const shown = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message = '']) => message);
	expect(shown.length).toBeGreaterThan(10);
	expect([...shown].sort()).toEqual(refused.map(([message]) => message).sort());
});
