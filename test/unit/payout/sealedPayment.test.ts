/** The parts of a payment that an approval fixes, those that its approver reads, and those that make payments equal. */
import type { JsonObject } from '../../../nodes/core/domain/json';
import { priceOf } from '../../../nodes/core/domain/money';
import {
	alikeOf,
	boundOf,
	completed,
	identityOf,
	likenessOf,
	linesOf,
	payeeOf,
	type SealedPayment,
	VIEWS,
} from '../../../nodes/core/payout/sealedPayment';
import { invoiceFor } from '../../cases/quoteParts';
import { NGN, sealed } from '../../harness/payout/plans';

/** For each member another value than `sealed()` has. A new member has to be given one. */
const OTHERS: { readonly [Member in keyof SealedPayment]: SealedPayment[Member] } = {
	operation: 'quote:createAndAccept',
	way: { is: 'swap', from: 'NGN', to: 'BTC' },
	payee: { kind: 'till', till: '5123456' },
	holder: { name: 'ADA OBI', is: 'registered' },
	expects: 'Ada Obi',
	supplier: 'Obi & Sons',
	asked: NGN(1n),
	price: priceOf(NGN(1n)),
	gets: NGN(1n),
	atLeast: NGN(1n),
	reference: 'INV-2',
	allowsRepeats: true,
	sends: [{ method: 'POST', path: '/withdraw', body: { to: 'somebody else' } }],
};

/** The members that an approver doesn't read; VIEWS says why at each. */
const NOT_SHOWN = ['operation', 'gets', 'sends'];

const bound = (payment: SealedPayment) => JSON.stringify(boundOf(payment));

describe('each member of a payment by itself', () => {
	it.each(Object.entries(OTHERS))('%s is bound', (member, value) => {
		expect(bound({ ...sealed(), [member]: value })).not.toBe(bound(sealed()));
	});

	it.each(Object.entries(OTHERS).filter(([member]) => !NOT_SHOWN.includes(member)))('%s is shown', (member, value) => {
		expect(linesOf({ ...sealed(), [member]: value })).not.toEqual(linesOf(sealed()));
	});

	it.each(NOT_SHOWN)('%s is not shown', (member) => {
		expect(
			Object.entries(VIEWS)
				.find(([name]) => name === member)?.[1]
				.shown(sealed()),
		).toBe('');
	});
});

describe('the lines of a payment', () => {
	it('have everything that an approver decides by, in one order', () => {
		const payment = sealed({
			sealed: { expects: 'Ada', supplier: 'Obi', asked: NGN(5n), atLeast: NGN(3n), allowsRepeats: true },
		});
		expect(linesOf(completed(payment, { payeeName: 'ADA OBI', bankName: 'Opay' }))).toEqual([
			'0.05 NGN, at most 1,000.00 NGN, for at least 0.03 NGN, "Obi"',
			'to "ADA OBI" (expected "Ada")',
			'account 0123456789 at Opay',
			'reference "INV-1", repeats allowed',
		]);
	});

	it('say of a typed name that the bank was not asked', () => {
		expect(linesOf(sealed({ sealed: { holder: { name: 'Ada', is: 'typed' } } }))).toContain(
			'to "Ada" (not checked with the bank)',
		);
	});

	const toJson = (beneficiary: JsonObject) =>
		linesOf(
			sealed({
				paysTo: { kind: 'unseen' },
				sealed: { sends: [{ method: 'POST', path: '/quote', body: { beneficiary } }] },
			}),
		)[1];
	const NOBODY = ". NOBODY CAN SEE WHO GETS IT: its JSON doesn't name one payee";

	it.each([
		[{ lnAddress: 'ada@example.com' }, 'to { lnAddress: "ada@example.com" }'],
		[
			{ identifierType: 'paytotill', identifiers: { tillNumber: 5123456, isNew: true, none: null } },
			'to { identifierType: "paytotill", identifiers: { tillNumber: 5123456, isNew: true, none: null } }',
		],
		[{ 'a": "1", "b': ['x'] }, `to { "a': '1', 'b": [ "x" ] }${NOBODY}`],
		[{ lnAddress: '\\":\n{b' }, `to { lnAddress: "＼': {b" }`],
		[
			{ lnAddress: 'ada@example.com', tillNumber: '5' },
			`to { lnAddress: "ada@example.com", tillNumber: "5" }${NOBODY}`,
		],
	])('show each member of a beneficiary in JSON, and warn where none names the payee: %j', (beneficiary, line) => {
		expect(toJson(beneficiary)).toBe(line);
	});

	it('of two beneficiaries in JSON are never one, whatever quotation marks their texts hold', () => {
		const one = toJson({ name: "A','bankAccountNumber':'1", bankAccountNumber: '2' });
		expect(one).not.toBe(toJson({ name: 'A', bankAccountNumber: "1','bankAccountNumber':'2" }));
	});

	it.each([
		['""', `"'"`],
		['Ada"" and “”Obi', `"Ada' and 'Obi"`],
	])("show no quotation marks of a text's own that look like its end: %s", (supplier, shown) => {
		expect(linesOf(sealed({ sealed: { supplier } }))[0]).toContain(`, ${shown}`);
	});
});

describe('a look-up', () => {
	it("completes the payment, keeps the item's own bound, and changes neither identity nor the names of its rows", () => {
		const planned = sealed({ amount: null, atMost: NGN(9n), isLike: true, sealed: { gets: NGN(5n) } });
		const known = completed(planned, {
			price: { is: 'known', amount: NGN(7n), atMost: null },
			payeeName: 'ADA OBI',
			bankName: 'Opay',
		});
		expect(known).toEqual({
			...planned,
			payee: { ...planned.payee, bankName: 'Opay' },
			holder: { name: 'ADA OBI', is: 'registered' },
			price: { is: 'known', amount: NGN(7n), atMost: NGN(9n) },
		});
		for (const named of [identityOf, payeeOf, alikeOf, likenessOf]) expect(named(known)).toEqual(named(planned));
	});

	it('that finds nothing leaves the payment as it was', () => {
		expect(completed(sealed(), {})).toEqual(sealed());
	});
});

describe('the identity of a payment', () => {
	const sending = (body: SealedPayment['sends'][number]['body'], path = '/withdraw') =>
		JSON.stringify(identityOf(sealed({ sealed: { sends: [{ method: 'POST', path, ...(body && { body }) }] } })));

	it('is all that is sent, a member that nobody has thought of included', () => {
		const all = [
			sending({}),
			sending({ speed: 'fast' }),
			sending({ speed: 'slow' }),
			sending({}, '/withdraw/btc'),
			JSON.stringify(identityOf(sealed({ sealed: { operation: 'other', sends: [] } }))),
		];
		expect(new Set(all).size).toBe(all.length);
	});

	it('is not one for two invoices of one payment hash that ask for different amounts', () => {
		const paying = (human: string, minor: bigint) =>
			identityOf(
				sealed({
					amount: { minor, currency: 'BTC' },
					sealed: { sends: [{ method: 'POST', path: '/withdraw/btc', body: { invoice: invoiceFor(human) } }] },
				}),
			);
		expect(paying('10u', 1000n)).not.toEqual(paying('90u', 9000n));
		expect(paying('10u', 1000n)).toEqual(paying('10u', 1000n));
	});

	it('is not what only describes it, nor its reference, its holder or what it may cost', () => {
		expect(sending({ to: '1', memo: 'a', customerReference: 'b' })).toBe(sending({ to: '1' }));
		const other = sealed({
			payout: { reference: 'B' },
			atMost: NGN(1n),
			sealed: { holder: { name: 'A', is: 'typed' } },
		});
		expect(identityOf(other)).toEqual(identityOf(sealed()));
	});
});

it('nobody is known, and nothing repeated, where nobody is paid or nothing names who is', () => {
	for (const kind of ['ownWallet', 'unseen'] as const) {
		const payment = sealed({ paysTo: { kind }, isLike: true });
		expect([payeeOf(payment), likenessOf(payment)]).toEqual([null, null]);
	}
});

it("an agent's swap into an own wallet waits for another one of the same currencies, whatever its amount", () => {
	const swap = (from: string, amount: bigint) =>
		alikeOf(
			sealed({ paysTo: { kind: 'ownWallet' }, amount: NGN(amount), sealed: { way: { is: 'swap', from, to: 'BTC' } } }),
		);
	expect([swap('NGN', 1n) === swap('NGN', 2n), swap('NGN', 1n) === swap('USD', 1n)]).toEqual([true, false]);
});
