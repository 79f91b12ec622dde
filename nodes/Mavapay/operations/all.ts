export { accountGet } from './account/get';
export { bankAccountCreate, bankAccountGetAll } from './bankAccount/bankAccount';
export { bankGetAll, bankVerifyAccount } from './bank/bank';
export { mpesaValidateIdentifier } from './mpesa/validateIdentifier';
export { orderGet, orderGetAll } from './order/order';
export { paymentLinkCreate } from './paymentLink/create';
export {
	paymentLinkGet,
	paymentLinkGetOrders,
	paymentLinkGetStatus,
	paymentLinkRefresh,
} from './paymentLink/paymentLink';
export {
	payoutReferenceChangeAccount,
	payoutReferenceCheck,
	payoutReferenceGetBudget,
	payoutReferenceHalt,
	payoutReferenceMarkPaid,
	payoutReferenceRelease,
} from './payoutReference/payoutReference';
export { payoutReferenceResolve } from './payoutReference/resolve';
export { payoutReferenceResume } from './payoutReference/payoutReference';
export { payoutReadFile } from './payout/readFile';
export { payoutSummarize } from './payout/summarize';
export { priceGet } from './price/get';
export { quoteAccept } from './quote/accept';
export { quoteCreate } from './quote/quote';
export { quoteCreateAndAccept } from './quote/createAndAccept';
export { simulationPayIn } from './simulation/payIn';
export { stablecoinAddressGenerate, stablecoinAddressGetAll } from './stablecoinAddress/stablecoinAddress';
export { transactionGet, transactionGetAll } from './transaction/transaction';
export { transactionGetNew } from './transaction/getNew';
export { transactionGetReceipt } from './transaction/getReceipt';
export { transactionReconcile } from './transaction/reconcile';
export { transactionWaitForSettlement } from './transaction/waitForSettlement';
export { walletGet, walletGetAll } from './wallet/wallet';
export { walletGetStatement } from './wallet/getStatement';
export { webhookGet, webhookSendTest, webhookSet } from './webhook/webhook';
export { withdrawalToBankAccount } from './withdrawal/toBankAccount';
export { withdrawalToGhana, withdrawalToKenya, withdrawalToSouthAfrica } from './withdrawal/abroad';
export { withdrawalToLightning } from './withdrawal/toLightning';
export { withdrawalToStablecoin } from './withdrawal/toStablecoin';
