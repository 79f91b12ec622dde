import type { Account } from '../account';
import type { Claim } from '../claim';
import { KOBO } from '../cost';
import { isRefusedAlike, messageOf, saidIn, succeeded, type Exchange } from '../exchange';
import { copes, documented, endangersMoney, losesFunction, notShown, NotShown, type Finding } from '../finding';
import { isObject, listIn, textOf } from '../json';
import { shape } from '../shapes';
import { acceptQuote, payable, swapTried } from './accepting';
import { linkDetails, linkId } from './places';
import { refusedFound } from './provoking';
import { quoted } from './quotes';
import { refusalFound, REFUSALS } from './refusals';

const OPERATIONS = 'nodes/Mavapay/operations';
const PAY_IN = `${OPERATIONS}/simulation/payIn.ts`;

const payIn = async (account: Account, change: (total: number) => number): Promise<Exchange> => {
	const { quote } = await quoted(account, 'bank');
	const total = Number(textOf(quote.totalAmountInSourceCurrency) ?? 0);
	const body = { currency: 'NGN', quoteId: textOf(quote.id), amount: change(total) };
	return await account.send('POST', '/simulation/pay-in', { body });
};

/** The quote by bank transfer, whose payment is simulated. */
export const simulated = async (account: Account): Promise<Exchange> =>
	await account.once('pay-in', async () => await payIn(account, (total) => total));

/** The order of the run's payment link, whose payment is simulated. Throws NotShown if no such order can be paid. */
export const linkPaid = async (account: Account): Promise<Exchange> =>
	await account.once('link paid', async () => {
		const id = await linkId(account);
		const detailed = await linkDetails(account);
		const orders = await account.send('GET', '/paymentlink/orders', { query: { id } });
		const list = listIn(orders.body)[0]?.orders;
		const order = Array.isArray(list) ? list.filter(isObject).find(({ status }) => status === 'PENDING') : undefined;
		const [detail] = listIn(detailed.body);
		const within = isObject(detail?.paymentLinkDetails) ? detail.paymentLinkDetails : {};
		const due = isObject(within.BANKTRANSFER) ? within.BANKTRANSFER.amount : undefined;
		const orderId = textOf(order?.orderId);
		if (orderId === null || due === undefined)
			throw new NotShown('the payment link has no order that can be paid', [orders]);
		const body = { currency: 'NGN', orderId, amount: Number(due) };
		return await account.send('POST', '/simulation/pay-in', { body });
	});

const pays = (rest: Omit<Claim, 'level'>): Claim => ({ ...rest, level: 'pay' });

/** Compares a simulation's refusal with the documented one; shows nothing if the service has no simulation. */
const ofTheSimulation = (exchange: Exchange): Finding =>
	exchange.status === 404
		? notShown(`there is no simulation: ${saidIn(exchange)}`, exchange)
		: refusalFound(exchange, 'Amount mismatch', copes('The simulation is only for staging.'));

export const simulatingClaims: readonly Claim[] = [
	pays({
		id: 'refusal: another amount',
		says: 'A simulated payment of another amount is refused with `Amount mismatch`',
		see: 'docs/reference/interface.md#errors',
		concerns: [PAY_IN],
		means: copes('The simulation is only for staging.'),
		check: async (account) => ofTheSimulation(await payIn(account, (total) => total + 1)),
	}),
	shape({
		call: 'POST /simulation/pay-in',
		level: 'pay',
		concerns: [PAY_IN],
		means: copes('The simulation is only for staging.'),
		ask: async (account) => {
			const exchange = await simulated(account);
			if (!succeeded(exchange))
				throw new NotShown(`the payment could not be simulated: ${saidIn(exchange)}`, [exchange]);
			return exchange;
		},
	}),
	pays({
		id: 'refusal: paid quote',
		says: 'Accepting a quote that was paid is refused with `Quote already paid`',
		see: 'docs/reference/interface.md#errors',
		concerns: [`${OPERATIONS}/quote/accept.ts`, REFUSALS],
		means: losesFunction("The message doesn't say who paid, so the outcome is unknown. Check the order."),
		check: async (account) => {
			const first = await simulated(account);
			if (!succeeded(first)) return notShown('the payment could not be simulated', first);
			const { quote } = payable((await quoted(account, 'bank')).exchange, KOBO.quoted);
			const { exchange, refused } = await acceptQuote(account, quote);
			if (refused?.money === 'gone') return refusedFound(exchange, refused);
			if (messageOf(exchange)?.toLowerCase() === 'quote already paid' && !succeeded(exchange))
				return documented(saidIn(exchange), exchange);
			const usual = (await swapTried(account)).exchange;
			if (isRefusedAlike(exchange, usual)) return notShown(`no quote is accepted: ${saidIn(usual)}`, usual);
			return refusalFound(
				exchange,
				'Quote already paid',
				endangersMoney(
					'A quote that a payer has paid is paid again from the wallet. Accept no quotes with this package.',
				),
			);
		},
	}),
	pays({
		id: 'payment of a link',
		says: 'The order of a payment link can be paid by the simulation, by its `orderId`',
		see: 'docs/reference/interface.md#simulate-pay-in',
		concerns: [PAY_IN],
		means: copes('The simulation is only for staging.'),
		check: async (account) => {
			const exchange = await linkPaid(account);
			return succeeded(exchange) ? documented('it can', exchange) : notShown(`it ${saidIn(exchange)}`, exchange);
		},
	}),
];
