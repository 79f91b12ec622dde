import { bankInMetadata, partyInWords } from '../../../core/books/parties';
import { timeInWords } from '../../../core/domain/dateTime';
import { readTransaction, typeOf } from '../../../core/domain/transaction';
import { htmlPage, safeHtml } from '../../../core/domain/html';
import { isBlank, textOf, type JsonObject } from '../../../core/domain/json';
import { amountInWords, formatMajor } from '../../../core/domain/money';
import { sheetText, visibleText } from '../../../core/domain/text';
import { defineRead } from '../../../core/operation/define';
import { optionalLine } from '../../../core/operation/fields';
import { PROFILE } from '../../../core/service/accountWebhook';
import { objectOrMany } from '../../../core/service/schema';
import { dataObjects } from '../../../core/service/service';
import { notFound } from '../../../core/service/failure';
import { ordersOf, referenceOf } from './orders';
import { goesOn, lookUpFields, lookUpRequest } from './transaction';

/** A receipt's heading. A failed deposit's money may have left the payer. An unknown status counts as on its way. */
function receiptSubject(status: string, isDeposit: boolean): string {
	if (status === 'SUCCESS') return 'Payment receipt';
	if (status !== 'FAILED') return 'Payment on its way: not a receipt yet';
	return isDeposit ? 'Payment failed: it was not credited' : 'Payment failed: nothing was paid';
}

function receiptItem(transaction: JsonObject, owner: string | null, reference: string | undefined, timeZone: string) {
	const { id: transactionId, type, status, currency, minor, createdMs } = readTransaction(transaction);
	const isDeposit = type === 'DEPOSIT';
	const subject = receiptSubject(status, isDeposit);
	const payee = partyInWords(transaction, 'for others');
	const bank = bankInMetadata(transaction);
	const date = createdMs === null ? null : `${timeInWords(createdMs, timeZone)} (${timeZone})`;
	const shown = {
		[isDeposit ? 'Received by' : 'Paid by']: owner,
		[isDeposit ? 'Received from' : 'Paid to']: payee && bank ? `${payee} at ${bank}` : payee,
		Amount: minor === null ? null : amountInWords(minor, currency),
		Date: date,
		Reference: reference,
		Status: status.replace('SUCCESS', 'completed').toLowerCase(),
		Transaction: transactionId,
	};
	const lines = Object.entries(shown).flatMap(([label, value]) =>
		value ? [[label, visibleText(value)] as const] : [],
	);
	const rows = lines.map(([label, value]) => `<tr><th scope="row">${label}</th><td>${safeHtml(value)}</td></tr>`);
	const text = [subject, '', ...lines.map((line) => line.join(': '))].join('\n');
	return {
		transactionId,
		status,
		date,
		payee: payee && sheetText(payee),
		amount: minor === null ? null : formatMajor(minor, currency),
		currency,
		reference: reference ?? null,
		subject,
		text,
		html: htmlPage(subject, ['<table>', ...rows, '</table>']),
	};
}

export const transactionGetReceipt = defineRead('transaction', 'getReceipt', {
	action: 'Get transaction receipt',
	description:
		'Get a receipt for the payee, as text and as a page: who paid, who was paid, how much and when. Only the last four characters of account numbers are shown.',
	fields: {
		...lookUpFields,
		reference: optionalLine('Reference', {
			aiMayFill: true,
			description:
				'The reference that the payee knows, such as an invoice number. Leave empty to use your customer reference at Mavapay.',
			placeholder: 'e.g. INV-2026-0412',
		}),
	},
	collect: async ({ reference, ...input }, service, { timeZone }) => {
		const found = dataObjects((await service.read(lookUpRequest(input), objectOrMany)).data);
		const sent = found.filter(({ type }) => typeOf(type) === 'WITHDRAWAL');
		// An instant payout is a deposit and a withdrawal to the payee. The payee's receipt shows the withdrawal.
		const shown = sent.length > 0 ? sent : found.filter((one) => !goesOn(one));
		if (shown.length === 0)
			throw notFound(
				'Mavapay shows no such transaction',
				"Check 'Look Up By' and 'Value'. An instant payout may not be shown yet.",
			);
		const orders = reference === undefined ? await ordersOf(service, shown) : new Map<string, JsonObject>();
		const [profile = {}] = dataObjects((await service.readOnce(PROFILE)).data);
		const owner = textOf([profile.businessName, profile.name].find((name) => !isBlank(name)));
		return shown.map((one) => receiptItem(one, owner, reference ?? referenceOf(one, orders)?.value, timeZone));
	},
});
