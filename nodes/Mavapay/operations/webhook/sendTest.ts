import { isJsonObject } from '../../../core/domain/json';
import { redactSecrets } from '../../../core/domain/redact';
import { defineWrite } from '../../../core/operation/define';
import { post } from '../../../core/service/service';

/** POST /webhook/test; docs/reference/interface.md#test-webhook. Nobody documents the answer. */
export const webhookSendTest = defineWrite('webhook', 'sendTest', {
	name: 'Send Test Event',
	action: 'Send test event to webhook',
	description:
		"Send a test event to the account's webhook. It isn't a payment, and the trigger doesn't start a workflow for it.",
	fields: {},
	request: () => post('/webhook/test'),
	output: ({ data, message }) => [redactSecrets(isJsonObject(data) ? data : { data, message })],
});
