import { isOwnUrl, isOfThisN8n } from '../../../nodes/MavapayTrigger/state';

describe('the URLs of this n8n', () => {
	const id = '7b1c9f6e-3f57-4c39-8d0a-0d5b6c1c2a10';
	const other = '11111111-3f57-4c39-8d0a-0d5b6c1c2a10';
	const contextAt = (url: string) =>
		({
			getNodeWebhookUrl: () => url,
			getNode: () => ({ webhookId: id, id: 'n', name: 'Trigger' }),
			getWorkflow: () => ({ id: 'w' }),
		}) as never;
	const context = contextAt(`https://n.example/base/webhook/${id}/webhook`);

	it.each([
		[`https://n.example/base/webhook/${id}/webhook`, true, true],
		[`https://n.example/base/webhook-test/${id}/webhook`, true, true],
		[`https://n.example/base/webhook/${id}/webhook?x=1`, true, true],
		[`https://n.example/base/webhook/${other}/webhook`, false, true],
		[`https://n.example/base/webhook-test/${other}/webhook`, false, true],
		['https://n.example/base/webhook/shop', false, true],
		['https://n.example/base/webhooks/shop', false, false],
		['https://n.example/base/shop', false, false],
		[`https://n.example/webhook/${other}/webhook`, false, false],
		[`https://n.example/base/more/webhook/${other}/webhook`, false, false],
		[`https://other.example/base/webhook/${id}/webhook`, false, false],
		[`http://n.example/base/webhook/${id}/webhook`, false, false],
		[`https://n.example:8443/base/webhook/${id}/webhook`, false, false],
		[`https://n.example/base/webhook/${id}/webhook/more`, false, true],
		['no url', false, false],
	])('%s is this trigger: %s, and of this n8n: %s', (url, own, ofThisN8n) => {
		expect([isOwnUrl(context, url), isOfThisN8n(context, url)]).toEqual([own, ofThisN8n]);
	});

	it('are the same seen from a listener', () => {
		const listener = contextAt(`https://n.example/base/webhook-test/${id}/webhook`);
		expect(isOfThisN8n(listener, `https://n.example/base/webhook/${other}/webhook`)).toBe(true);
		expect(isOwnUrl(listener, `https://n.example/base/webhook/${id}/webhook`)).toBe(true);
	});

	it('are none where n8n gave this trigger no URL', () => {
		expect(isOfThisN8n(contextAt(''), `https://n.example/webhook/${other}/webhook`)).toBe(false);
	});
});
