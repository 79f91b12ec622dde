/** Calls about payment links. */
import * as z from 'zod';
import { btc, ngn, zar } from './beneficiaries';
import { row, type Call } from './call';
import { inferred, oneOf, showing } from './knowledge';
import {
	answering,
	answeringWithMessage,
	collection,
	flag,
	filled,
	link,
	minorNumber,
	orderId,
	speed,
	text,
	time,
	uuid,
} from './values';

const linkCurrency = z.enum(['NGN', 'ZAR', 'BTC']);
const settlement = z.enum(['ONCHAIN', 'LIGHTNING']);

const linkBody = z
	.strictObject({
		name: filled,
		description: text.optional(),
		type: oneOf(['One_Time'], {
			values: ['Recurring'],
			because: 'Answers have RECURRING, and one client sends it',
			see: 'docs/why/questions.md#requests',
		}).optional(),
		addFeeToTotalCost: flag.optional(),
		settlementCurrency: linkCurrency,
		settlementMethod: settlement,
		speed: speed.optional(),
		paymentCurrency: linkCurrency,
		paymentMethods: z.array(collection).min(1),
		beneficiary: z.union([btc, ngn, zar]),
		amount: showing(z.number().positive(), 500_000),
		callbackUrl: link.optional(),
	})
	.refine(({ settlementMethod, speed: given }) => settlementMethod !== 'ONCHAIN' || given !== undefined, {
		path: ['speed'],
		message: 'is required for ONCHAIN',
	})
	.refine(
		({ settlementMethod, paymentMethods }) =>
			settlementMethod !== 'ONCHAIN' || paymentMethods.every((one) => one === 'BANKTRANSFER'),
		{
			path: ['paymentMethods'],
			message: 'must be BANKTRANSFER alone for ONCHAIN',
		},
	);

const aClient = "The service's own payment page asks so";

export const details = z.strictObject({
	id: uuid,
	name: text,
	description: text,
	callbackUrl: text,
	settlementCurrency: text,
	paymentLinkOrderId: uuid,
	paymentMethods: z.array(text),
	account: z.strictObject({ name: text, logo: text }),
	BANKTRANSFER: z
		.strictObject({
			ngnAccountName: text,
			ngnBankName: text,
			ngnBankAccountNumber: text,
			amount: minorNumber,
			expiresAt: time,
			targetAmount: minorNumber,
		})
		.optional(),
	LIGHTNING: inferred(
		z.strictObject({ invoice: text, amount: minorNumber, expiresAt: time, targetAmount: minorNumber }),
		"The service's own payment page reads it",
		'docs/reference/interface.md#payment-link-details',
	).optional(),
});

const linkOrders = z.strictObject({
	id: uuid,
	name: text,
	description: text,
	type: z.enum(['ONE_TIME', 'RECURRING']),
	amount: showing(z.string(), '500000'),
	fee: z.union([showing(z.string(), '7500'), z.null()]),
	addFeeToTotalCost: flag,
	settlementCurrency: text,
	settlementMethod: settlement,
	speed: z.union([speed, inferred(z.null(), 'A link to Lightning has none', 'docs/why/questions.md#answers')]),
	paymentCurrency: text,
	paymentMethods: z.array(text),
	callbackUrl: z.union([link, inferred(z.null(), 'It is optional in the request', 'docs/why/questions.md#answers')]),
	channel: showing(z.string(), 'API'),
	status: z.enum(['ACTIVE', 'INACTIVE', 'EXPIRED']),
	accountId: uuid,
	expiresAt: z.union([time, z.null()]),
	invoice: z.union([text, z.null()]),
	companyLogo: z.union([text, z.null()]),
	beneficiaryId: text,
	createdAt: time,
	updatedAt: time,
	orders: z.array(
		z.strictObject({
			id: uuid,
			status: z.enum(['PENDING', 'PAID', 'EXPIRED', 'FAILED']),
			orderId,
			paymentLinkId: uuid,
			paymentMethod: text,
			createdAt: time,
			updatedAt: time,
		}),
	),
});

const shownDetails = answeringWithMessage(z.strictObject({ paymentLinkDetails: details }));

export const linkCalls: readonly Call[] = [
	row('POST', '/paymentlink', 'docs/reference/interface.md#create-payment-link', {
		outputOf: ['paymentLink:create'],
		body: linkBody,
		answer: answeringWithMessage(z.strictObject({ paymentLink: link, paymentRef: uuid })),
	}),
	row('GET', '/paymentlink/details', 'docs/reference/interface.md#payment-link-details', {
		query: z.strictObject({
			id: uuid,
			paymentMethod: inferred(collection, aClient, 'docs/reference/interface.md#payment-link-details').optional(),
		}),
		answer: shownDetails,
	}),
	row('GET', '/paymentlink/orders', 'docs/reference/interface.md#payment-link-orders', {
		outputOf: ['paymentLink:getOrders'],
		query: z.strictObject({ id: uuid }),
		answer: answeringWithMessage(linkOrders),
	}),
	row('GET', '/paymentlink/status', 'docs/reference/interface.md#payment-link-status', {
		outputOf: ['paymentLink:getStatus'],
		known: 'inferred',
		query: z.strictObject({ orderId: filled }),
		answer: answering(z.strictObject({ status: z.enum(['PENDING', 'SETTLED', 'EXPIRED', 'FAILED', 'CANCELLED']) })),
	}),
	row('GET', '/paymentlink/refresh', 'docs/reference/interface.md#payment-link-details', {
		known: 'inferred',
		query: z.strictObject({ id: uuid, paymentMethod: collection }),
		answer: shownDetails,
	}),
];
