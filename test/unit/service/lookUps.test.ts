/** A look-up finds nothing only where Mavapay itself says so. */
import { readFailure } from '../../../nodes/core/service/messages';
import { ItemStopped } from '../../../nodes/core/service/failure';
import { ifThere } from '../../../nodes/core/service/lookUps';
import { answered } from '../../cases/case';

const error = (message: string) => ({ status: 'error', message });

it.each<[number, unknown, boolean]>([
	[404, error('Transaction not found'), true],
	[404, error('No such transaction'), true],
	[400, error('Order Not Found'), true],
	[200, error('Transaction not found'), true],
	[404, '<html><title>404 Not Found</title></html>', false],
	[404, '', false],
	[404, { message: 'not found' }, false],
	[404, { statusCode: 404, message: 'Transaction not found', error: 'Not Found' }, true],
	[404, { statusCode: 404, message: 'Cannot GET /api/v1/transaction?hash=1', error: 'Not Found' }, false],
	[404, { statusCode: 404, message: 'Route GET:/api/v1/transaction not found', error: 'Not Found' }, false],
	[404, error('Endpoint not found'), false],
	[404, error('Path not found'), false],
	[400, error('Invalid ID'), false],
	[401, error('API key not found'), false],
	[403, error('Account not found'), false],
	[500, error('Transaction not found'), false],
	[503, error('Upstream not found'), false],
])('%d with %j: %j', async (status, body, isNone) => {
	const failed = new ItemStopped(readFailure({ kind: 'response', status, body }));
	if (isNone) expect(await ifThere(Promise.reject(failed))).toEqual([]);
	else await expect(ifThere(Promise.reject(failed))).rejects.toBe(failed);
});

it('passes on what it finds, and what is no failure of a request', async () => {
	expect(await ifThere(Promise.resolve(answered([{ id: 'a' }])))).toEqual([{ id: 'a' }]);
	const broken = new Error('not found');
	await expect(ifThere(Promise.reject(broken))).rejects.toBe(broken);
});
