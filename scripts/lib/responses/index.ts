import type { Operation } from '../../../nodes/core/operation/operation';
import type { Schema } from '../../../nodes/core/service/schema';
import { bankEntry, nameEnquiry } from '../../../nodes/Mavapay/operations/bank/bank';
import { quote } from '../../../nodes/Mavapay/operations/quote/quote';
import * as own from './own';
import * as service from './service';

/** One output item of each operation, as far as its members are known; a payment describes its own. */
const RESPONSES: Readonly<Record<string, Schema>> = {
	'account:get': service.userProfile,
	'bank:getAll': bankEntry,
	'bank:verifyAccount': nameEnquiry,
	'bankAccount:create': service.bankAccount,
	'bankAccount:getAll': service.bankAccount,
	'mpesa:validateIdentifier': service.mpesaBusiness,
	'order:get': service.order,
	'order:getAll': service.listedOrder,
	'paymentLink:create': service.createdPaymentLink,
	'paymentLink:get': service.paymentLinkDetails,
	'paymentLink:getOrders': service.paymentLinkOrders,
	'paymentLink:getStatus': service.paymentLinkStatus,
	'paymentLink:refresh': service.paymentLinkDetails,
	'payout:prepare': own.preparedPayout,
	'payout:summarize': own.payoutSummary,
	'payoutReference:check': own.checkedReference,
	'payoutReference:halt': own.haltedPayouts,
	'payoutReference:markPaid': own.markedReference,
	'payoutReference:release': own.releasedReference,
	'payoutReference:resolve': own.resolvedReference,
	'payoutReference:resume': own.haltedPayouts,
	'price:get': service.priceTicker,
	'quote:create': quote,
	'simulation:payIn': service.simulatedPayIn,
	'stablecoinAddress:generate': service.stablecoinAddress,
	'stablecoinAddress:getAll': service.stablecoinAddress,
	'transaction:get': service.lookedUpTransaction,
	'transaction:getAll': service.lookedUpTransaction,
	'transaction:getNew': own.newEvent,
	'transaction:getReceipt': own.receipt,
	'transaction:reconcile': own.reconciled,
	'transaction:waitForSettlement': service.settledTransaction,
	'wallet:get': service.walletRecord,
	'wallet:getAll': service.walletRecord,
	'wallet:getStatement': own.statementItem,
	'webhook:get': service.webhook,
	'webhook:sendTest': service.webhookTest,
	'webhook:set': service.webhookRegistration,
};

/** One output item of an operation, as far as its members are known. Throws TypeError for one that nobody described. */
export function responseOf(operation: Operation): Schema {
	const name = `${operation.resource}:${operation.operation}`;
	const response = operation.effect === 'pay' ? operation.response : RESPONSES[name];
	if (response === undefined) throw new TypeError(`scripts/lib/responses does not say what ${name} outputs`);
	return response;
}
