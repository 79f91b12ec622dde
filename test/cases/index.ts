/** Good runs of every operation. */
import { accountCases } from './account';
import { bankCases } from './bank';
import { bankAccountCases } from './bankAccount';
import type { Case, SandboxCase, WrittenCase } from './case';
import { mpesaCases } from './mpesa';
import { orderCases } from './order';
import { paymentLinkCases } from './paymentLink';
import { payoutCases } from './payout';
import { payoutReferenceCases } from './payoutReference';
import { prepareCases } from './prepare';
import { priceCases } from './price';
import { receiptCases } from './receipt';
import { reconcileCases } from './reconcile';
import { resolveCases } from './resolve';
import { quoteCases } from './quote';
import { simulationCases } from './simulation';
import { stablecoinAddressCases } from './stablecoinAddress';
import { transactionCases } from './transaction';
import { walletCases } from './wallet';
import { webhookCases } from './webhook';
import { withdrawalCases } from './withdrawal';
import { abroadCases } from './withdrawalAbroad';

export * from './case';

export const cases: readonly Case[] = [
	...accountCases,
	...bankCases,
	...bankAccountCases,
	...mpesaCases,
	...orderCases,
	...paymentLinkCases,
	...payoutCases,
	...payoutReferenceCases,
	...prepareCases,
	...receiptCases,
	...reconcileCases,
	...resolveCases,
	...priceCases,
	...quoteCases,
	...simulationCases,
	...stablecoinAddressCases,
	...transactionCases,
	...walletCases,
	...webhookCases,
	...withdrawalCases,
	...abroadCases,
];

/** Cases with written answers. */
export const writtenCases: readonly WrittenCase[] = cases.filter(
	(one): one is WrittenCase => one.written !== undefined,
);

/** Cases that the sandbox can answer. */
export const sandboxCases: readonly SandboxCase[] = cases.filter(
	(one): one is SandboxCase => one.sandbox !== undefined,
);

/** The first sandbox case of each operation, for tests of something that all its cases share. */
export const firstCases: readonly SandboxCase[] = sandboxCases.filter(
	(one) => sandboxCases.find(({ operation }) => operation === one.operation) === one,
);
