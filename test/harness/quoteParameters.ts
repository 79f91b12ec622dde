/** Parameters of operations on quotes, all of them good; tests change what they are about. */
import { swap } from '../cases/quoteParts';

/** From the naira wallet into the Bitcoin wallet. */
export const createAndAccept = {
	resource: 'quote',
	operation: 'createAndAccept',
	...swap,
	customerReference: 'S-1',
	sourceWallet: 'NGN',
	payoutReference: '',
};
export const accept = {
	resource: 'quote',
	operation: 'accept',
	quoteId: 'q-1',
	sourceWallet: 'NGN',
	payoutReference: '',
	options: {},
};
