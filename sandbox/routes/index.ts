import type { Route } from '../http/routing';
import { accountRoutes } from './account';
import { bankRoutes } from './bank';
import { orderRoutes } from './order';
import { paymentLinkRoutes } from './paymentLink';
import { priceRoutes } from './price';
import { simulationRoutes } from './simulation';
import { stablecoinRoutes } from './stablecoin';
import { transactionRoutes } from './transaction';
import { walletRoutes } from './wallet';
import { webhookRoutes } from './webhook';
import { withdrawRoutes } from './withdraw';

/** Every endpoint of the service. */
export const SERVICE_ROUTES: readonly Route[] = [
	...accountRoutes,
	...bankRoutes,
	...orderRoutes,
	...paymentLinkRoutes,
	...priceRoutes,
	...simulationRoutes,
	...stablecoinRoutes,
	...transactionRoutes,
	...walletRoutes,
	...webhookRoutes,
	...withdrawRoutes,
];
