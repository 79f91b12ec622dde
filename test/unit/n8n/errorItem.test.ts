import type { INode } from 'n8n-workflow';

import { errorItem } from '../../../nodes/core/n8n/errors';
import type { Failure } from '../../../nodes/core/service/failure';

const failure: Failure = {
	message: "Nothing was paid. (outcome: rejected, payout reference: 'A-1')",
	httpCode: '400',
	outcome: 'rejected',
	reference: 'A-1',
	retryable: false,
	source: 'service',
};
const node = (onError: NonNullable<INode['onError']>): INode => ({
	id: 'n',
	name: 'Pay',
	type: 'n8n-nodes-mavapay.mavapay',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	onError,
});

describe('an item that was not paid', () => {
	const onErrorOutput = errorItem(node('continueErrorOutput'), failure, 3);

	test('has an error that n8n before 2.36 looks for on its way to the error output', () => {
		expect(onErrorOutput.error?.message).toBe(failure.message);
	});

	test('hands it on to no copy, where it would replace the details', () => {
		const copy = { ...onErrorOutput };
		expect(copy.error).toBeUndefined();
		expect(copy.json.details).toMatchObject({ outcome: 'rejected', reference: 'A-1' });
		expect(Object.keys(copy.json).sort()).toEqual(['details', 'error', 'message']);
	});

	test('lets n8n take the error off, as some versions do', () => {
		const item = errorItem(node('continueErrorOutput'), failure, 3);
		Reflect.set(item, 'error', undefined);
		expect(item.error).toBeUndefined();
	});

	test.each(['continueRegularOutput', 'stopWorkflow'] as const)('has none under %s', (onError) => {
		expect('error' in errorItem(node(onError), failure, 3)).toBe(false);
	});
});
