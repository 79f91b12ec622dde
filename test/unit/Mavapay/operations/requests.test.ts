import { responseHint } from '../../../../nodes/core/operation/responseShape';
import { run, scopeOf } from '../../../harness/operations';
import { goodBinds } from './goodBinds';
import { goodQuotes } from './goodQuotes';
import { goodReads } from './goodReads';

describe.each([...goodReads, ...goodBinds, ...goodQuotes])(
	'$operation.resource:$operation.operation, $name',
	({ operation, values, replies, requests, items, deployment, webhookSecret }) => {
		const scope = scopeOf(deployment ?? 'staging', webhookSecret ?? null);

		it('sends exactly this', async () => {
			const sent = await run(operation, values, replies, scope);
			expect(sent.requests).toStrictEqual(requests);
		});

		it('emits exactly this, in the shape it says', async () => {
			const sent = await run(operation, values, replies, scope);
			expect(sent.items).toStrictEqual(items);
			expect(operation.response).toBeDefined();
			expect(sent.items.filter((item) => 'error' in item)).toStrictEqual([]);
		});
	},
);

it('finds no fault with the answers of the reads above, which have the documented shapes', () => {
	const hints = goodReads.flatMap(({ operation, items }) =>
		items.flatMap((item) => responseHint(operation, [JSON.parse(JSON.stringify(item))]) ?? []),
	);
	expect(hints).toStrictEqual([]);
});
