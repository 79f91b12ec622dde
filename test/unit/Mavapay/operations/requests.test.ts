import { parametersOf, requestsOf, titleOf, writtenCases, type Sent } from '../../../cases';
import { differencesIn, run, scopeOf, secretOf } from '../../../harness/operations';
import type { ServiceRequest } from '../../../../nodes/core/service/service';

/** A request as the service gets it. */
const asSent = ({ method, path, query = {}, body }: ServiceRequest) => ({ method, path, query, body });

describe.each(writtenCases.map((one) => ({ title: titleOf(one), one })))('$title', ({ one }) => {
	const { operation, deployment = 'staging', written } = one;
	const { made, replies, items } = written;
	const scope = scopeOf(deployment, secretOf(one));
	const parameters = parametersOf(one, made);
	const requests: readonly Sent[] = requestsOf(one, made);

	it('sends exactly this', async () => {
		const sent = await run(operation, parameters, replies, scope);
		expect(sent.requests.map(asSent)).toStrictEqual(requests);
	});

	it('emits exactly this, in the shape it says', async () => {
		const sent = await run(operation, parameters, replies, scope);
		expect(sent.items).toStrictEqual(items);
		expect(sent.items.filter((item) => 'error' in item)).toStrictEqual([]);
	});
});

it('finds no fault with the answers of the reads above, which have the documented shapes', () => {
	const differences = writtenCases
		.filter(
			({ operation, name }) =>
				operation.effect === 'read' && name !== 'also where it is answered without the usual wrapper',
		)
		.flatMap(({ operation, written }) => differencesIn(JSON.parse(JSON.stringify(written.items)), operation));
	expect(differences).toStrictEqual([]);
});
