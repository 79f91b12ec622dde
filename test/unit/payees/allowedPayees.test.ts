import {
	checkPayee,
	payeeInWords,
	payeeKeyOf,
	looseKeyOf,
	readAllowedPayees,
	type Payee,
} from '../../../nodes/core/payees/allowedPayees';
import { DEMO_ADDRESSES, lightningNode, makeInvoice } from '../../../sandbox';
import { reasonOf, valueOf } from '../../harness/results';

const { trc20: tron, erc20: ether, solana } = DEMO_ADDRESSES;
const SEGWIT = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const LEGACY = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const shop = lightningNode('shop');
const invoice = makeInvoice({ network: 'tbs', timestamp: 1_800_000_000, node: 'shop' });

const DAY = '2026-03-01';
const account = (bank: string, accountNumber: string): Payee => ({ kind: 'account', bank, accountNumber });
const address = (network: string, text: string): Payee => ({ kind: 'address', network, address: text });

const paybill = (number: string, its: string): Payee => ({ kind: 'paybill', paybill: number, account: its });
const onChain = (text: string): Payee => ({ kind: 'onChain', address: text });
const named = (text: string): Payee => ({ kind: 'lightningAddress', address: text });

const isAllowed = (list: string, payee: Payee) => checkPayee(payee, valueOf(readAllowedPayees(list, null)), DAY).ok;

describe('a list allows', () => {
	it.each<[string, string, Payee]>([
		['an account', '000013:0123456789', account('000013', '0123456789')],
		['an account with blanks in its line', ' 000013: 0123456789 ', account('000013', '0123456789')],
		['an account at a bank without a code', 'Capitec Bank:1352900000', account('Capitec Bank', '1352900000')],
		['a blank behind the name of a bank', 'Capitec Bank :1352900000', account('Capitec Bank', '1352900000')],
		['a bank whose name ends like a till', 'Soweto Till:1352900000', account('Soweto Till', '1352900000')],
		['a bank whose name begins like a till', 'Tillman Bank:1352900000', account('Tillman Bank', '1352900000')],
		['a bank whose name begins with digits', '1st Bank:12345678', account('1st Bank', '12345678')],
		['a bank whose name ends with digits', 'Bank 2000:12345678', account('Bank 2000', '12345678')],
		['a Tron address', tron, address('trc20', tron)],
		['an Ethereum address in any case', ether.toLowerCase(), address('erc20', ether)],
		['an Ethereum address in any case, the other way round', ether, address('erc20', ether.toLowerCase())],
		['an address on whatever network has its form', ether, address('polygon', ether)],
		['a Solana address', solana, address('solana', solana)],
		['an address on the network of its line', `erc20:${ether}`, address('erc20', ether.toLowerCase())],
		['a Bitcoin address', LEGACY, onChain(LEGACY)],
		['a segwit address in any case', SEGWIT.toUpperCase(), onChain(SEGWIT)],
		['a Lightning address', 'Ada@Example.com', named('ada@example.com')],
		['a Kenyan phone', '+254712345678', { kind: 'phone', phone: '+254712345678' }],
		['a Ghanaian phone', '+233241234567', { kind: 'phone', phone: '+233241234567' }],
		['a till', 'till:5123456', { kind: 'till', till: '5123456' }],
		['a PayBill with its account', 'paybill:247247:0712345678', paybill('247247', '0712345678')],
		['a PayBill with blanks in its line', 'paybill: 247247 : 0712345678', paybill('247247', '0712345678')],
		['the invoices of a node', shop, { kind: 'invoice', invoice }],
		['the invoices of a node in any case', shop.toUpperCase(), { kind: 'invoice', invoice: invoice.toUpperCase() }],
		['one of several lines', `\n${tron}\r\n\r\n  000013:0123456789\n`, account('000013', '0123456789')],
	])('%s', (_, list, payee) => {
		expect(isAllowed(list, payee)).toBe(true);
	});
});

describe('a list does not allow', () => {
	it.each<[string, string, Payee]>([
		['the same number at another bank', '000013:0123456789', account('000014', '0123456789')],
		['another number', '000013:0123456789', account('000013', '0123456780')],
		['a number without its zero', '000013:0123456789', account('000013', '123456789')],
		['a bank code that runs into the number', '000013:0123456789', account('000013:0123456789', '')],
		['a bank in another spelling', 'Capitec Bank:1352900000', account('capitec bank', '1352900000')],
		['an account in other digits', '000013:0123456789', account('000013', '０１２３４５６７８９')],
		['a Tron address in another case', tron, address('trc20', tron.toLowerCase())],
		['a Solana address in another case', solana, address('solana', solana.toUpperCase())],
		['an address on a network that nobody knows', ether, address('bsc', ether)],
		['another network than the line names', `erc20:${ether}`, address('polygon', ether)],
		['an address of another kind', tron, onChain(tron)],
		['a legacy Bitcoin address in another case', LEGACY, onChain(LEGACY.toLowerCase())],
		['another name at the same domain', 'ada@example.com', named('eve@example.com')],
		['another phone', '+254712345678', { kind: 'phone', phone: '+254712345679' }],
		['another account of a PayBill', 'paybill:247247:0712345678', paybill('247247', '0712345679')],
		["a till of a PayBill's number", 'paybill:247247:1', { kind: 'till', till: '247247' }],
		['a till of the number of an account', 'my till:5123456', { kind: 'till', till: '5123456' }],
		['an account of a bank named till', 'till:5123456', account('till', '5123456')],
		['the invoices of another node', lightningNode('thief'), { kind: 'invoice', invoice }],
		['an invoice where no node is named', '000013:0123456789', { kind: 'invoice', invoice }],
		[
			'an invoice that says it is from a node of the list',
			shop,
			{ kind: 'invoice', invoice: makeInvoice({ network: 'tbs', timestamp: 1, node: 'thief', payee: shop }) },
		],
		["an invoice that can't be read", shop, { kind: 'invoice', invoice: `${invoice}x` }],
		['what nobody can see', `${shop}\n${tron}`, { kind: 'unseen' }],
	])('%s', (_, list, payee) => {
		expect(isAllowed(list, payee)).toBe(false);
	});

	it('and says why', () => {
		const allowed = valueOf(readAllowedPayees(shop, null));
		expect(reasonOf(checkPayee(account('000013', '0123456789'), allowed, DAY))).toBe(
			"the payee is not one of the 'Allowed Payees'",
		);
		expect(reasonOf(checkPayee({ kind: 'unseen' }, allowed, DAY))).toContain("isn't known");
		expect(reasonOf(checkPayee({ kind: 'invoice', invoice: 'lnbc1' }, allowed, DAY))).toMatch(
			/^the invoice is not a valid Lightning invoice.*, so its node can't be compared with 'Allowed Payees'$/,
		);
		expect(
			reasonOf(
				checkPayee(
					{ kind: 'invoice', invoice: makeInvoice({ network: 'tbs', timestamp: 1, node: 'x' }) },
					allowed,
					DAY,
				),
			),
		).toContain('the Lightning node that made the invoice is not one');
	});
});

describe('a line that is no payee is refused and named', () => {
	it.each([
		'000013:012345678',
		'058:0123456789',
		'13:0123456789',
		'000013:01234567890',
		'000013 0123456789',
		'000013:',
		':0123456789',
		'0123456789',
		'till:abc',
		'till:5123456x',
		'my paybill:247247:0712345678',
		'paybill:247247x:0712345678',
		'paybill:247247:0712345678\u2028x',
		'000013:0123456789x',
		'Capitec:Bank:1352900000',
		`my erc20:${ether}`,
		`erc20:${ether} x`,
		'paybill:247247',
		'paybill:247247:',
		'+254 712345678',
		'+2347012345678',
		'Ada Okafor',
		'ada@localhost',
		`${tron.slice(0, -1)}x`,
		ether.slice(0, -1),
		`0x${'0'.repeat(40)}`,
		`trc20:${ether}`,
		`${shop.slice(0, -1)}`,
		`02${'00'.repeat(31)}05`,
		invoice,
		'*',
		`${tron}, ${ether}`,
		`bitcoin:${SEGWIT}?amount=0.1`,
		`ethereum:${ether}`,
		`tron:${tron}`,
		'max 20000',
		`${tron} max`,
		`${tron} until`,
		`${tron} MAX 5`,
		`${tron} max 5 max 5`,
		`${tron} until 2026-12-31 max 5`,
		`${tron} until 2026-12-31 until 2027-12-31`,
		`${tron} max 5 until 2026-12-31 please`,
		`${tron} max 20 000`,
		'paybill:247247:rent until',
		'paybill:247247:rent Until 2026-12-31',
	])('%s', (line) => {
		expect(reasonOf(readAllowedPayees(`${tron}\n${line}`, null))).toBe(
			`has the line "${line}", which isn't one of these: bankCode:accountNumber, an address, or the public key of a Lightning node (66 hex digits); each alone or with "max 20000", "until 2026-12-31" or both after it, in this order`,
		);
	});

	it.each(['', ' \n \r\n'])('an empty list %j is refused', (list) => {
		expect(reasonOf(readAllowedPayees(list, null))).toBe('is empty');
	});
});

describe('a cap and a last day behind a payee', () => {
	const ada = account('000013', '0123456789');
	const kobo = { currency: 'NGN', unit: 'minor' } as const;
	const most = (list: string, payee: Payee = ada, day = DAY) =>
		checkPayee(payee, valueOf(readAllowedPayees(list, kobo)), day);

	it.each<[string, string, Payee, bigint | null]>([
		['none', '000013:0123456789', ada, null],
		['a cap', '000013:0123456789 max 20000', ada, 20_000n],
		['a last day', '000013:0123456789 until 2026-03-01', ada, null],
		['both', '000013:0123456789 max 20000 until 2026-12-31', ada, 20_000n],
		['more blanks', '  000013: 0123456789\tmax  20000   until  2026-12-31 ', ada, 20_000n],
		['a bank with blanks in its name', 'Capitec Bank:1352900000 max 5', account('Capitec Bank', '1352900000'), 5n],
		['an account of a PayBill with blanks', 'paybill:247247:my rent max 5', paybill('247247', 'my rent'), 5n],
		['a node', `${shop} max 2500 until 2026-12-31`, { kind: 'invoice', invoice }, 2500n],
		['a Lightning address', 'ada@example.com max 7', named('ada@example.com'), 7n],
	])('%s', (_, list, payee, maximum) => {
		expect(valueOf(most(list, payee))).toBe(maximum);
	});

	it('is in the unit and the currency that amounts are in', () => {
		const inNaira = readAllowedPayees('000013:0123456789 max 200.5', { currency: 'NGN', unit: 'major' });
		expect(valueOf(inNaira)[0]?.maximum).toBe(20_050n);
		for (const currency of ['XYZ', null]) {
			const unknown = readAllowedPayees('000013:0123456789 max 200', { currency, unit: 'major' });
			expect(reasonOf(unknown)).toContain('whose cap must be in minor units');
		}
	});

	it('holds through its last day', () => {
		const list = '000013:0123456789 until 2026-02-28';
		expect(most(list, ada, '2026-02-28').ok).toBe(true);
		expect(reasonOf(most(list, ada, '2026-03-01'))).toBe(`the line "${list}" of 'Allowed Payees' has expired`);
		expect(most(`${list}\n${tron}`, address('trc20', tron)).ok).toBe(true);
	});

	it('holds of all lines that name the payee, in whatever form', () => {
		expect(valueOf(most('000013:0123456789 max 5\n000013:0123456789 max 4\n000013:0123456789', ada))).toBe(4n);
		expect(valueOf(most('000013:0123456789 max 4\n000013:0123456789 max 5', ada))).toBe(4n);
		expect(most('000013:0123456789 until 2026-02-28\n000013:0123456789', ada).ok).toBe(false);
		expect(valueOf(most(`${ether}\nerc20:${ether} max 3`, address('erc20', ether)))).toBe(3n);
		expect(valueOf(most(`${ether}\nerc20:${ether} max 3`, address('polygon', ether)))).toBeNull();
		expect(valueOf(most(`${shop} max 9\n${shop.toUpperCase()} max 8`, { kind: 'invoice', invoice }))).toBe(8n);
	});

	it.each([
		['000013:0123456789 max 20,000', 'whose cap is not a plain number'],
		['000013:0123456789 max -5', 'whose cap is negative'],
		['000013:0123456789 max 0', 'whose cap is zero'],
		['000013:0123456789 max 1e3', 'whose cap has an exponent'],
		['000013:0123456789 max 200.5', "whose cap of '200.5' has a point"],
		['000013:0123456789 max NGN', 'whose cap is not a plain number'],
		['000013:0123456789 max ٥', 'whose cap is not a plain number'],
		['000013:0123456789 until 2026-02-30', "whose last day isn't a date"],
		['000013:0123456789 until 2026-2-3', "whose last day isn't a date"],
		['000013:0123456789 until 31/12/2026', "whose last day isn't a date"],
		['000013:0123456789 until 2026-12-31T10:00Z', "whose last day isn't a date"],
		['000013:0123456789 until tomorrow', "whose last day isn't a date"],
	])('%s is refused for everybody, with the line', (line, reason) => {
		expect(reasonOf(readAllowedPayees(`${tron}\n${line}`, kobo))).toContain(`has the line "${line}", ${reason}`);
	});

	it('a cap is refused where there is no amount, and a last day is not', () => {
		const line = '000013:0123456789 max 5';
		expect(reasonOf(readAllowedPayees(line, null))).toBe(
			`has the line "${line}", whose cap can't be compared: this operation has no amount`,
		);
		expect(readAllowedPayees('000013:0123456789 until 2026-12-31', null).ok).toBe(true);
	});
});

it.each<[Payee, string | null]>([
	[account('000013', '0123456789'), '000013:0123456789'],
	[address('erc20', ether), ether.toLowerCase()],
	[address('polygon', ether.toLowerCase()), ether.toLowerCase()],
	[address('trc20', tron), tron],
	[{ kind: 'onChain', address: ` ${SEGWIT.toUpperCase()} ` }, SEGWIT],
	[onChain(LEGACY), LEGACY],
	[{ kind: 'invoice', invoice: 'no invoice' }, 'no invoice'],
	[named(' Ada@Example.com '), 'ada@example.com'],
	[{ kind: 'phone', phone: '+254712345678' }, '+254712345678'],
	[{ kind: 'till', till: '5123456' }, 'till:5123456'],
	[{ kind: 'till', till: '005123456' }, 'till:5123456'],
	[{ kind: 'till', till: '0' }, 'till:0'],
	[paybill('247247', '0712'), 'paybill:247247:0712'],
	[paybill('0247247', ' Ａ-17  b'), 'paybill:247247:a-17b'],
	[{ kind: 'unseen' }, null],
])('%j has one name whatever the way there', (payee, name) => {
	expect(payeeKeyOf(payee)).toBe(name);
});

it.each([
	['0123456789', '0123456789', true],
	['01352900000', '1352900000', true],
	['1352900000', '13529000000', false],
])('among payments alike the accounts %s and %s are one: %p', (one, other, areOne) => {
	expect(looseKeyOf(account('000013', one)) === looseKeyOf(account('Capitec Bank', other))).toBe(areOne);
});

it('an invoice is one payee however it is written', () => {
	const name = payeeKeyOf({ kind: 'invoice', invoice: `lightning:${invoice.toUpperCase()}` });
	expect(name).toMatch(/^[0-9a-f]{64}$/);
	expect(payeeKeyOf({ kind: 'invoice', invoice })).toBe(name);
	expect(payeeInWords({ kind: 'invoice', invoice })).toBe(` to the invoice with payment hash ${name}`);
});

it.each<[Payee, string]>([
	[paybill('247247', 'A-17 (KPLC)'), ' to PayBill 247247, account "A-17 (KPLC)"'],
	[paybill('247247', 'A （KPLC） "x"'), ` to PayBill 247247, account "A （KPLC） 'x'"`],
	[account('000013', '0123456789'), ' to account 0123456789 at bank 000013'],
	[address('trc20', tron), ` to ${tron} on trc20`],
	[onChain(SEGWIT), ` to ${SEGWIT}`],
	[named('ada@example.com'), ' to ada@example.com'],
	[{ kind: 'phone', phone: '+254712345678' }, ' to +254712345678'],
	[{ kind: 'till', till: '5123456' }, ' to till 5123456'],
	[paybill('247247', '0712'), ' to PayBill 247247, account "0712"'],
	[{ kind: 'invoice', invoice: 'no invoice' }, ' to the invoice "no invoice"'],
	[{ kind: 'unseen' }, ''],
	[{ kind: 'ownWallet' }, ''],
])('%j is named in a message', (payee, words) => {
	expect(payeeInWords(payee)).toBe(words);
});
