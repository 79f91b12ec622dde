import { accountKeyOf, type AskAccount } from '../payees/account';
import { CAUSES } from './causes';
import { ItemStopped, reworded } from './failure';
import { dataObjects, get, oncePerKey, type ReadService } from './service';

/** Reads the API key's account from GET /wallet (docs/reference/interface.md#get-wallet). Throws ItemStopped. */
async function readAccount(service: Pick<ReadService, 'read'>): Promise<string> {
	const { data } = await service.read(get('/wallet')).catch((error: unknown) => {
		throw error instanceof ItemStopped && error.failure.httpCode === '403' ? notTold(error) : error;
	});
	return accountKeyOf(dataObjects(data).map(({ accountId }) => accountId));
}

/** Replaces the advice to use a WRITE key: on this 403, the key can't read wallets, or a proxy blocks GET /wallet. */
function notTold({ failure }: ItemStopped): ItemStopped {
	const advice =
		"To pay, the node reads the wallets to find the key's account. Choose a key for which 'Wallet: Get Many' works, or let your proxy pass GET /wallet.";
	return new ItemStopped(reworded(failure, (text) => text.replace(CAUSES.forbidden.advice, advice)));
}

/** Makes a function that asks for an API key's account once, and again if `again` is set or the first try failed. */
export function askOnce(
	known: Map<string, Promise<string>>,
	key: string,
	service: Pick<ReadService, 'read'>,
): AskAccount {
	return (again = false) => {
		if (again) known.delete(key);
		return oncePerKey(known, key, () => readAccount(service));
	};
}
