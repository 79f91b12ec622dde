import { inWords } from '../../core/domain/text';
import type { Operation } from '../../core/operation/operation';
import { accountGet } from './account/get';
import { bankGetAll } from './bank/getAll';
import { bankVerifyAccount } from './bank/verifyAccount';
import { bankAccountCreate } from './bankAccount/create';
import { bankAccountGetAll } from './bankAccount/getAll';
import { mpesaValidateIdentifier } from './mpesa/validateIdentifier';
import { orderGet } from './order/get';
import { orderGetAll } from './order/getAll';
import { paymentLinkCreate } from './paymentLink/create';
import { paymentLinkGet } from './paymentLink/get';
import { paymentLinkGetOrders } from './paymentLink/getOrders';
import { paymentLinkGetStatus } from './paymentLink/getStatus';
import { paymentLinkRefresh } from './paymentLink/refresh';
import { payoutPrepare } from './payout/prepare';
import { payoutSummarize } from './payout/summarize';
import { payoutReferenceCheck } from './payoutReference/check';
import { payoutReferenceHalt } from './payoutReference/halt';
import { payoutReferenceMarkPaid } from './payoutReference/markPaid';
import { payoutReferenceRelease } from './payoutReference/release';
import { payoutReferenceResolve } from './payoutReference/resolve';
import { payoutReferenceResume } from './payoutReference/resume';
import { priceGet } from './price/get';
import { quoteAccept } from './quote/accept';
import { quoteCreate } from './quote/create';
import { quoteCreateAndAccept } from './quote/createAndAccept';
import { simulationPayIn } from './simulation/payIn';
import { stablecoinAddressGenerate } from './stablecoinAddress/generate';
import { stablecoinAddressGetAll } from './stablecoinAddress/getAll';
import { transactionGet } from './transaction/get';
import { transactionGetAll } from './transaction/getAll';
import { transactionGetNew } from './transaction/getNew';
import { transactionGetReceipt } from './transaction/getReceipt';
import { transactionReconcile } from './transaction/reconcile';
import { transactionWaitForSettlement } from './transaction/waitForSettlement';
import { walletGet } from './wallet/get';
import { walletGetAll } from './wallet/getAll';
import { walletGetStatement } from './wallet/getStatement';
import { webhookGet } from './webhook/get';
import { webhookSendTest } from './webhook/sendTest';
import { webhookSet } from './webhook/set';
import { withdrawalToBankAccount } from './withdrawal/toBankAccount';
import { withdrawalToLightning } from './withdrawal/toLightning';
import { withdrawalToStablecoin } from './withdrawal/toStablecoin';

/** Every operation of the action node; its parameters, dispatch, previews and docs come from here. */
export const operations: readonly Operation[] = [
	accountGet,
	bankGetAll,
	bankVerifyAccount,
	bankAccountCreate,
	bankAccountGetAll,
	mpesaValidateIdentifier,
	orderGet,
	orderGetAll,
	paymentLinkCreate,
	paymentLinkGet,
	paymentLinkGetOrders,
	paymentLinkGetStatus,
	paymentLinkRefresh,
	payoutPrepare,
	payoutSummarize,
	payoutReferenceCheck,
	payoutReferenceHalt,
	payoutReferenceMarkPaid,
	payoutReferenceRelease,
	payoutReferenceResolve,
	payoutReferenceResume,
	priceGet,
	quoteAccept,
	quoteCreate,
	quoteCreateAndAccept,
	simulationPayIn,
	stablecoinAddressGenerate,
	stablecoinAddressGetAll,
	transactionGet,
	transactionGetAll,
	transactionGetNew,
	transactionGetReceipt,
	transactionReconcile,
	transactionWaitForSettlement,
	walletGet,
	walletGetAll,
	walletGetStatement,
	webhookGet,
	webhookSendTest,
	webhookSet,
	withdrawalToBankAccount,
	withdrawalToLightning,
	withdrawalToStablecoin,
];

/** The Resource dropdown's labels. */
export const resourceLabels = Object.fromEntries(
	operations.map(({ resource }) => [resource, resource === 'mpesa' ? 'M-Pesa' : inWords(resource)]),
);
