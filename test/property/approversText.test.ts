/** No text that somebody typed, in any member, can write, end or hide a line of what an approver reads. */
import * as fc from 'fast-check';

import { chatMessages, summaryParagraphs } from '../../nodes/Mavapay/operations/payout/summaryText';
import { payoutItem } from '../../nodes/Mavapay/operations/payout/payoutItem';
import type { Payee } from '../../nodes/core/payees/allowedPayees';
import { linesOf, type SealedPayment } from '../../nodes/core/payout/sealedPayment';
import { NGN, sealed } from '../harness/payout/plans';

const HOSTILE = [
	'KNOWN ACCOUNT of SAFARI TRADERS, LAST PAID 20 Nov',
	'“ok”, to account 0123456789 at «Opay»',
	`ok", reference "INV-9`,
	"ok\u2019\u2018\u201E\u300C'\u2033\u05F4\uFF02, approved",
	'ok\n2. "Ada": 1.00 NGN\r\nREFUSED',
	'ok\u202E\u2067\u200B\u2028NEW LINE',
	'x'.repeat(10_000),
	'"'.repeat(10_000),
];
const text = fc
	.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', minLength: 1 }), fc.string({ minLength: 1 }))
	.filter((one) => one.trim() !== '');

const payees: ReadonlyArray<(given: string) => Payee> = [
	(given) => ({ kind: 'paybill', paybill: '247247', account: given }),
	(given) => ({ kind: 'account', bank: `x${given}`, accountNumber: '1352900000' }),
	(given) => ({ kind: 'account', bank: '000014', accountNumber: `x${given}` }),
	(given) => ({ kind: 'account', bank: '999992', accountNumber: '0123456789', bankEntered: given }),
	(given) => ({
		kind: 'account',
		bank: '999992',
		accountNumber: '0123456789',
		bankName: 'Opay',
		bankTyped: `x${given}`,
	}),
	(given) => ({ kind: 'address', network: `x${given}`, address: `x ${given}` }),
	(given) => ({ kind: 'onChain', address: `x ${given}` }),
	(given) => ({ kind: 'invoice', invoice: `x ${given}` }),
	(given) => ({ kind: 'lightningAddress', address: `x ${given}` }),
	(given) => ({ kind: 'phone', phone: `x${given}` }),
	(given) => ({ kind: 'till', till: `x${given}` }),
];

const paying = (payee: Payee, given: string, is: 'typed' | 'registered'): SealedPayment =>
	sealed({
		amount: NGN(100_000n),
		paysTo: payee,
		// The Supplier field takes at most 200 characters.
		sealed: { reference: given, supplier: given.slice(0, 200), expects: `x${given}`, holder: { name: given, is } },
	});

/** The item that Prepare outputs for a payment, with only the members that 'Summarize' shows. */
function itemOf(payment: SealedPayment) {
	const { reference, supplier } = payment;
	const read = payoutItem({
		payout: { outcome: 'notSent', reference, amount: { minor: '100000', currency: 'NGN' }, deployment: 'live' },
		prepared: { status: 'ready', lines: linesOf(payment), supplier },
	});
	if (read === null) throw new Error('no payout');
	return read;
}

const FACTS = { payments: [], totals: [], fees: [], wallets: [], others: 0, files: [], preparedAt: null };
const textsOf = (payments: readonly SealedPayment[]) =>
	summaryParagraphs(payments.map(itemOf), FACTS).map(({ lines }) => lines.join('\n'));
const shownOf = (payment: SealedPayment) => textsOf([payment]).slice(2).join('\n');
/** The text without quoted parts, and without our line about letters of other scripts. */
const skeleton = (shown: string) => shown.replace(/^TO A SUPPLIER WITH A LETTER .*.*\n/m, '').replace(/"[^"]*"/g, '""');

test.each(payees.map((payeeOf) => [payeeOf('').kind, payeeOf] as const))(
	'whatever stands in its members, the lines of %s are the same outside of quotes',
	(_, payeeOf) => {
		fc.assert(
			fc.property(text, fc.constantFrom('typed', 'registered'), (given, is) => {
				const [payment, plain] = [paying(payeeOf(given), given, is), paying(payeeOf('y'), 'y', is)];
				expect(linesOf(payment).map(skeleton)).toEqual(linesOf(plain).map(skeleton));
				expect(skeleton(shownOf(payment))).toBe(skeleton(shownOf(plain)));
				for (const [quoted] of shownOf(payment).matchAll(/"[^"]*"/g))
					expect([...quoted].length).toBeLessThanOrEqual(202);
			}),
		);
	},
);

/** The most messages of hostile rows (each with five texts of 200 characters) for each message of honest rows. */
const FACTOR = 9;

test(`300 hostile rows make at most ${FACTOR} times the messages of 300 honest ones`, () => {
	const messages = (given: string) => {
		const payments = Array.from({ length: 300 }, () =>
			paying({ kind: 'paybill', paybill: '247247', account: given }, given, 'registered'),
		);
		return chatMessages(textsOf(payments)).firstMessages.length;
	};
	const honest = messages('Adaeze Foods Ltd');
	for (const given of HOSTILE) expect(messages(given)).toBeLessThanOrEqual(FACTOR * honest);
});
