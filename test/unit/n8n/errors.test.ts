import type { INode } from 'n8n-workflow';

import { errorInOneText, errorItem, nodeError } from '../../../nodes/core/n8n/errors';
import { agentText, wholeText, type Failure } from '../../../nodes/core/service/failure';
import { node as stored } from '../../harness/engine/node';

const failure: Failure = {
	summary: 'Already paid: 1,000.00 NGN to Ada',
	description: 'Nothing was paid now.',
	cause: 'alreadyPaid',
	httpCode: '400',
	outcome: 'rejected',
	reference: 'A-1',
	retryable: false,
	source: 'service',
};
const node = (onError: NonNullable<INode['onError']>) => stored('Pay', 'n8n-nodes-mavapay.mavapay', { onError });

const TEXT = "Already paid: 1,000.00 NGN to Ada. Nothing was paid now. (outcome: rejected, payout reference: 'A-1')";
const tool = { ...node('stopWorkflow'), type: 'n8n-nodes-mavapay.mavapayTool' };

describe('an item that was not paid', () => {
	const onErrorOutput = errorItem(node('continueErrorOutput'), failure, 3);

	test('has an error that n8n before 2.36 looks for on its way to the error output', () => {
		expect(onErrorOutput.error?.message).toBe(TEXT);
	});

	test('hands it on to no copy, where it would replace the details', () => {
		const copy = { ...onErrorOutput };
		expect(copy.error).toBeUndefined();
		expect(copy.json.details).toEqual({
			outcome: 'rejected',
			cause: 'alreadyPaid',
			httpCode: '400',
			reference: 'A-1',
			claim: null,
			retryable: false,
		});
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

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'holds everything in one text under %s',
		(onError) => {
			expect(errorItem(node(onError), failure, 3).json).toMatchObject({ error: TEXT, message: TEXT });
		},
	);

	test('tells an agent when not to call again', () => {
		expect(errorItem(tool, failure, 3).json.message).toBe(`${TEXT} Don't call this tool again for this payment.`);
	});
});

describe.each(['input', 'service'] as const)("n8n's error, made for the fault of the %s", (source) => {
	const failed = { ...failure, source };

	test('has a heading and a description', () => {
		expect(nodeError(node('stopWorkflow'), failed, 3)).toMatchObject({
			message: failure.summary,
			description: "Nothing was paid now. (outcome: rejected, payout reference: 'A-1')",
			...(source === 'service' ? { httpCode: '400' } : {}),
		});
	});

	test('says which item it is of only where its heading does not', () => {
		for (const more of [{ outcome: null, reference: null }, { cause: 'invalidInput' as const }])
			expect(nodeError(node('stopWorkflow'), { ...failed, ...more }, 3).context.itemIndex).toBe(3);
	});

	test('has its lines as HTML for the editor alone, with nothing of them taken for HTML', () => {
		const { description, context } = nodeError(node('stopWorkflow'), { ...failed, description: 'A & B\n1. <b>' }, 3);
		expect(description).toMatch(/^A & B\n1\. <b> /);
		expect(context.descriptionTemplate).toMatch(/^A &amp; B<br>1\. &lt;b&gt; /);
	});

	test('has everything in its message for a tool, and nothing besides', () => {
		const error = nodeError(tool, failed, 3);
		expect([error.message, error.description]).toEqual([agentText(failed), undefined]);
	});

	test('has everything in its message where no description is shown', () => {
		const error = errorInOneText(node('stopWorkflow'), failed);
		expect([error.message, error.description, error.context.itemIndex]).toEqual([
			wholeText(failed),
			undefined,
			undefined,
		]);
	});

	test('keeps its texts where n8n would replace them by its own advice', () => {
		const coded = { ...failed, summary: 'The bank said ECONNRESET', description: 'ETIMEDOUT' };
		expect(nodeError(node('stopWorkflow'), coded, 0)).toMatchObject({
			message: coded.summary,
			description: expect.stringMatching(/^ETIMEDOUT /),
		});
	});
});
