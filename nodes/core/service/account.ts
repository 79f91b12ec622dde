import { accountNamed } from '../domain/payees/account';
import { dataObjects, get, type ReadService } from './service';

/**
 * The account of the key, by the `accountId` of its wallets (docs/reference/interface.md#get-wallet), as the record names
 * it. Throws ItemStopped where Mavapay gives no good response.
 */
export async function readAccount(service: Pick<ReadService, 'read'>): Promise<string> {
	const { data } = await service.read(get('/wallet'));
	return accountNamed(dataObjects(data).map(({ accountId }) => accountId));
}
