import { definePrepare } from '../../../core/operation/definePrepare';
import { quoteAccept } from '../quote/accept';
import { quoteCreateAndAccept } from '../quote/createAndAccept';
import { withdrawalToBankAccount } from '../withdrawal/toBankAccount';
import { withdrawalToGhana } from '../withdrawal/toGhana';
import { withdrawalToKenya } from '../withdrawal/toKenya';
import { withdrawalToLightning } from '../withdrawal/toLightning';
import { withdrawalToSouthAfrica } from '../withdrawal/toSouthAfrica';
import { withdrawalToStablecoin } from '../withdrawal/toStablecoin';

/** Sends nothing but reads; docs/reference/approval.md#approval. */
export const payoutPrepare = definePrepare({
	resource: 'payout',
	operation: 'prepare',
	name: 'Prepare',
	action: 'Prepare payouts',
	description: 'Run every check of a payment without paying, and get a digest that approves exactly these payouts',
	preset: 'toBankAccount',
	payments: {
		accept: { label: 'Accept a Quote', operation: quoteAccept },
		createAndAccept: { label: 'Swap Currencies', operation: quoteCreateAndAccept },
		toBankAccount: { label: 'To Bank Account', operation: withdrawalToBankAccount },
		toGhana: { label: 'To Ghana', operation: withdrawalToGhana },
		toKenya: { label: 'To Kenya', operation: withdrawalToKenya },
		toLightning: { label: 'To Lightning', operation: withdrawalToLightning },
		toSouthAfrica: { label: 'To South Africa', operation: withdrawalToSouthAfrica },
		toStablecoin: { label: 'To Stablecoin', operation: withdrawalToStablecoin },
	},
});
