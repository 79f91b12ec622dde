/** Texts that n8n shows as they are, although they came from a network error. */
import { NodeOperationError, type INode } from 'n8n-workflow';
import { withoutErrorCodes } from '../../../../nodes/core/domain/http/networkErrors';

const node: INode = {
	id: 'n',
	name: 'Pay',
	type: 'n8n-nodes-mavapay.mavapay',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

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
	expect(new NodeOperationError(node, said).message).not.toContain('The bank said');
	expect(new NodeOperationError(node, withoutErrorCodes(said)).message).toBe('The bank said: network error');
	expect(new NodeOperationError(node, withoutErrorCodes(said.toLowerCase())).message).toBe(
		'the bank said: network error',
	);
});
