/** Valid parameters of operations on quotes. A test changes the parameter that it is about. */
import { swapped } from '../cases/quoteParts';

/** A quote that swaps naira in the wallet for bitcoin in the wallet. */
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
