/** Parameters of operations on quotes, all of them good; tests change what they are about. */
import { swapped } from '../cases/quoteParts';

/** From the naira wallet into the Bitcoin wallet. */
export const createAndAccept = {
	resource: 'quote',
	operation: 'createAndAccept',
	...swapped,
	payoutReference: 'S-1',
};
export const accept = {
	resource: 'quote',
	operation: 'accept',
	quoteId: 'q-1',
	sourceWallet: 'NGN',
	payoutReference: '',
	options: {},
};
