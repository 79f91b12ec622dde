/** n8n replaces a message that contains a network error's code, so codes are taken out of messages. */
import { NodeOperationError } from 'n8n-workflow';
import { withoutErrorCodes } from '../../../nodes/core/http/networkErrors';
import { node } from '../../harness/engine/node';

const pay = node('Pay', 'n8n-nodes-mavapay.mavapay');

test.each([
	[
		'read ECONNRESET; EAI_AGAIN; UND_ERR_SOCKET; ERR_TLS_CERT',
		'read network error; network error; network error; network error',
	],
	['getaddrinfo ENOTFOUND host', 'network error network error host'],
	['bank says econnreset', 'bank says network error'],
	['xECONNABORTEDx', 'xnetwork errorx'],
	['USDT AND NGN', 'USDT AND NGN'],
	['QUOTE EXPIRED, ENOUGH', 'QUOTE EXPIRED, ENOUGH'],
])('%s', (text, expected) => {
	expect(withoutErrorCodes(text)).toBe(expected);
});

test.each([
	...[
		'ECONNREFUSED',
		'ECONNRESET',
		'ENOTFOUND',
		'ETIMEDOUT',
		'ERRADDRINUSE',
		'EADDRNOTAVAIL',
		'ECONNABORTED',
		'EHOSTUNREACH',
	],
	...['EAI_AGAIN', 'ENOENT', 'EISDIR', 'ENOTDIR', 'EACCES', 'EEXIST', 'EPERM', 'GETADDRINFO'],
])('%s would make n8n replace the message, and is taken out', (code) => {
	const said = `The bank said: ${code}`;
	expect(new NodeOperationError(pay, said).message).not.toContain('The bank said');
	expect(new NodeOperationError(pay, withoutErrorCodes(said)).message).toBe('The bank said: network error');
	expect(new NodeOperationError(pay, withoutErrorCodes(said.toLowerCase())).message).toBe(
		'the bank said: network error',
	);
});
