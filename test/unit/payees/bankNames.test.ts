/** A bank as people write it: found in the day's list as exactly one bank, or refused. */
import { BankList, nameKey, type Bank } from '../../../nodes/core/payees/bankNames';
import { REGISTRY } from '../../harness/banks/registry';
import { reasonOf, valueOf } from '../../harness/results';

const registry = new BankList(REGISTRY);
const codeOf = (text: string, list = registry) => valueOf(list.bankFor(text)).code;
const whyNot = (text: string, list = registry) => reasonOf(list.bankFor(text));
const without = (...codes: string[]) => new BankList(REGISTRY.filter(({ code }) => !codes.includes(code)));

/** Commercial banks: the central bank (CBN) gives them codes below 300. */
const CODES = REGISTRY.filter(({ cbn }) => cbn !== '' && Number(cbn) < 300);
const OTHER_CODES = REGISTRY.filter(({ cbn }) => Number(cbn) >= 300);

describe('the registry as the list of the day', () => {
	it('has 481 banks under 506 names, and 22 codes of CBN for commercial banks', () => {
		expect([new Set(REGISTRY.map(({ code }) => code)).size, REGISTRY.length, CODES.length]).toEqual([481, 506, 22]);
	});

	it('finds each bank by each of its names, by its NIP code and by its CBN code', () => {
		for (const { code, name } of REGISTRY) expect([name, codeOf(name), codeOf(code)]).toEqual([name, code, code]);
		for (const { code, cbn } of CODES) expect([cbn, codeOf(cbn)]).toEqual([cbn, code]);
	});

	it('takes no code above 299, which means other banks elsewhere: 303, 561 and 562 among them', () => {
		const codes = OTHER_CODES.map(({ cbn }) => cbn);
		expect([codes.length, ...['303', '561', '562'].map((code) => codes.includes(code))]).toEqual([
			41,
			true,
			true,
			true,
		]);
		for (const code of codes) expect([code, registry.bankFor(code).ok]).toEqual([code, false]);
	});

	it('has no two banks under one name, as names are compared', () => {
		const banks = new Map<string, Set<string>>();
		for (const { name, code } of REGISTRY) banks.set(nameKey(name), (banks.get(nameKey(name)) ?? new Set()).add(code));
		expect([...banks].filter(([, codes]) => codes.size > 1)).toEqual([]);
	});

	it('lets no other bank become the fit of a name, a code or a short name whose bank is missing', () => {
		for (const missing of new Set(REGISTRY.map(({ code }) => code))) {
			const list = without(missing);
			for (const { name, code, cbn } of REGISTRY) {
				if (code !== missing) continue;
				for (const text of [name, code, ...(cbn === '' ? [] : [cbn])])
					expect([text, list.bankFor(text).ok]).toEqual([text, false]);
			}
		}
		for (const [short, code] of SHORT)
			expect(whyNot(short, without(code))).toMatch(/^isn't in Mavapay's list of banks\. /);
	});
});

const SHORT: ReadonlyArray<[string, string]> = [
	['FCMB', '000003'],
	['UBA', '000004'],
	['Diamond Bank', '000005'],
	['Skye Bank Plc', '000008'],
	['Stanbic', '000012'],
	['IBTC', '000012'],
	['GT Bank', '000013'],
	['GTB', '000013'],
	['GTCO', '000013'],
	['Guaranty', '000013'],
	['Guaranty Trust Bank Plc', '000013'],
	['FBN', '000016'],
	['ALAT', '000017'],
	['UBN', '000018'],
	['SCB', '000021'],
	['StanChart', '000021'],
	['RMB', '000024'],
	['Altbank', '000037'],
	['Coronation', '060001'],
	['FBNQuest', '060002'],
	['Greenwich', '060004'],
	['NPF', '070001'],
	['VFD', '090110'],
	['Accion', '090134'],
	['Rubies', '090175'],
	['LAPO', '090177'],
	['Renmoney', '090198'],
	['Kuda Bank', '090267'],
	['Moniepoint', '090405'],
	['FairMoney MFB', '090551'],
	['Nomba', '090645'],
	['Paycom', '100004'],
	['Firstmonie', '100014'],
	['9PSB', '120001'],
	['MoMo', '120003'],
	['MoMo PSB', '120003'],
	['SmartCash', '120004'],
	['SmartCash PSB', '120004'],
	['FSDH Merchant Bank', '400001'],
];

it.each(SHORT)('knows %p for short', (short, code) => {
	expect(codeOf(short)).toBe(code);
});

describe('two spellings are one name', () => {
	it.each([
		['First Bank Nig. Plc', '000016'],
		['FIRST BANK OF NIGERIA LIMITED', '000016'],
		['FirstBank', '000016'],
		['the first bank (nigeria), ltd', '000016'],
		['GTBank', '000013'],
		['ｚｅｎｉｔｈ　ｂａｎｋ', '000015'],
		['Zénith Bank', '000015'],
		['Zen\u200bith\u00a0Bank', '000015'],
		['ZENITH\u00ADBANK', '000015'],
		['eco-bank', '000010'],
		['Kuda Micro-Finance Bank', '090267'],
		['Kuda Microfinance', '090267'],
		['Kuda M.F.B.', '090267'],
		['Kuda MF Bank', '090267'],
		['KUDA MFBank', '090267'],
		['Ikoyi Ile Microfinance Bank', '090681'],
		['Page MFB', '070008'],
		['U&C MFB', '090315'],
		['Access Bank (Diamond)', '000005'],
		['Access (Diamond) Bank', '000005'],
	])('%p is %p', (text, code) => {
		expect(codeOf(text)).toBe(code);
	});

	it.each([
		'mobile',
		'money',
		'wallet',
		'mortgage',
		'merchant',
		'trust',
		'psb',
		'mfb',
		'microfinance',
		'savings',
		'bankers',
		'int',
		'nigerian',
	])('%p makes it another one', (word) => {
		expect(nameKey(`Zenith ${word}`)).not.toBe(nameKey('Zenith'));
	});
});

describe('nothing is guessed', () => {
	it.each([
		'Zenth Bank',
		'Zenith Bamk',
		'Zenith Bank Ikeja',
		'Zen',
		'ZB',
		'Zеnith Bank',
		'Bank',
		'The Bank of Nigeria',
		'-',
		'0.58',
		'0 58',
		'058 -',
		'Bank 058',
		'#058',
		'+58',
		'٠٥٨',
	])('%p is refused', (text) => {
		expect(registry.bankFor(text).ok).toBe(false);
	});

	it('tells a person which banks are called with an unknown name, and pays none of them', () => {
		expect(whyNot('Standard')).toBe(
			`isn't in Mavapay's list of banks. "Standard" may mean STANDARD CHARTERED BANK (000021): write the NIP code of the right one`,
		);
		expect(whyNot('Trust')).toMatch(/^isn't in .* or \d+ more: write the NIP code of the right one$/);
		expect(whyNot('Zo')).toMatch(/For "Zo", take the NIP code from 'Bank: Get Many'$/);
	});

	it("shows a text on one line and not at length, so that it can't pass for ours", () => {
		expect(whyNot(`A\nReady to pay ${'x'.repeat(300)}`)).toMatch(/^isn't in [^"\n]*For "A Ready to pay x{45}"/);
	});

	it.each([
		['1', /^has 1 digit, but a NIP code has 6 and a CBN code 3\. "1" may mean STERLING BANK \(000001\): /],
		['58', /^has 2 digits, .* may mean GTBANK PLC \(000013\): write the NIP code/],
		['11', /may mean UNITY BANK \(000011\) or FIRST BANK OF NIGERIA \(000016\): /],
		['0011', /^has 4 digits, .* may mean UNITY BANK \(000011\) or FIRST BANK OF NIGERIA \(000016\): /],
		['90267', /^has 5 digits, .* may mean KUDA MICROFINANCE BANK \(090267\): /],
		['99', /^has 2 digits, .*For "99", take the NIP code from 'Bank: Get Many'$/],
		['013', /^isn't a known CBN code\. "013" may mean GTBANK PLC \(000013\): /],
		['000999', /^isn't in Mavapay's list of banks\. For "000999"/],
		['058152036', /^has 9 digits, but a NIP code has 6 and a CBN code 3\./],
	])('a code of another length, or of no bank, is refused with all that it may stand for: %p', (text, reason) => {
		expect(whyNot(text)).toMatch(reason);
	});

	it('a code of digits in full width is a code', () => {
		expect(codeOf('０５８')).toBe('000013');
		expect(codeOf(' 000013\u200b')).toBe('000013');
	});

	it('three CBN codes are the NIP code of another bank, with zeros before them', () => {
		const other = CODES.filter(
			({ cbn, code }) => code !== `000${cbn}` && REGISTRY.some((one) => one.code === `000${cbn}`),
		);
		expect(other.map(({ cbn }) => cbn).sort()).toEqual(['011', '023', '030']);
		for (const { cbn, code } of other) expect([codeOf(cbn), codeOf(`000${cbn}`)]).toEqual([code, `000${cbn}`]);
	});
});

describe('the list of the day wins over the tables', () => {
	const more = (...banks: Bank[]) => new BankList([...REGISTRY, ...banks]);

	it('a name that a bank has there is its own, whatever the table says', () => {
		expect(codeOf('UBA', more({ code: '999001', name: 'U.B.A. Bank' }))).toBe('999001');
		expect(codeOf('058', more({ code: '999001', name: '058' }))).toBe('999001');
		expect(codeOf('UBA', more({ code: '000004', name: 'UBA' }))).toBe('000004');
	});

	it('but stands for nobody where the bank of the table is missing', () => {
		const list = new BankList([
			{ code: '999001', name: 'UBA' },
			{ code: '999002', name: '058' },
		]);
		expect(whyNot('UBA', list)).toBe(
			`isn't in Mavapay's list of banks. "UBA" means NIP code 000004: ask the payee for an account at another bank`,
		);
		expect(whyNot('058', list)).toContain('"058" means NIP code 000013: ask the payee for an account at another bank');
	});

	it('a name of several banks is refused with all of them', () => {
		const twice = more({ code: '999001', name: 'Zenith Bank Ltd.' });
		expect(whyNot('zenith', twice)).toBe(
			`is a name of several banks. "zenith" may mean ZENITH BANK (000015) or Zenith Bank Ltd. (999001): write the NIP code of the right one`,
		);
		expect(whyNot('UBA', more({ code: '999001', name: 'UBA' }, { code: '999002', name: 'U B A' }))).toMatch(
			/^is a name of several/,
		);
	});

	it('a bank without a NIP code of six digits is no fit, and takes no other one away', () => {
		const list = new BankList([
			{ code: '', name: 'Codeless' },
			{ code: '13', name: 'Short' },
			{ code: '000015', name: 'Short' },
		]);
		expect(whyNot('Codeless', list)).toMatch(/^has no NIP code in Mavapay's list\. /);
		expect(whyNot('Short', list)).toMatch(/^is a name of several banks/);
		expect(list.nameOf('13')).toBeNull();
		expect(whyNot('13', list)).not.toContain('Short');
	});

	it('a bank of several names is found by each, and shown by the first', () => {
		expect(valueOf(registry.bankFor('Rolez Microfinance Bank'))).toMatchObject({
			code: '090405',
			name: 'MONIEPOINT MICROFINANCE BANK',
		});
		expect([registry.nameOf('090405'), registry.nameOf('999999')]).toEqual(['MONIEPOINT MICROFINANCE BANK', null]);
	});

	it('an empty list has nobody', () => {
		for (const text of ['GTB', '058', '000013', 'Zenith']) expect(whyNot(text, new BankList([]))).toMatch(/^isn't in/);
	});
});

/** Spoiled spellings of names, each with the bank that is meant. */
function spoiled(): Array<readonly [text: string, code: string]> {
	const some = REGISTRY.filter((_, place) => place % 10 === 3).slice(0, 50);
	const middle = (name: string) => Math.max(1, Math.floor(name.trim().length / 3));
	return some.flatMap(({ name, code }, place) => {
		const at = middle(name);
		const misspelled =
			place % 2 === 0 ? name.slice(0, at) + name.slice(at + 1) : `${name.slice(0, at)}q${name.slice(at)}`;
		const padded = `${name} ${['Nominees', 'Head Office', '(058)', 'Ikeja Branch', 'Intl'][place % 5] ?? ''}`;
		const [cut = ''] = name.split(' ');
		const ambiguous = name.replace(/micro ?finance|mortgage|mobile|merchant|mfb|wallet|limited|finance/gi, '');
		return [misspelled, padded, cut, ambiguous].map((text) => [text, code] as const);
	});
}

it('of 200 names misspelled, padded, cut or ambiguous none finds another bank, but as its own name', () => {
	const texts = spoiled();
	expect(texts).toHaveLength(200);
	const others = texts.flatMap(([text, meant]) => {
		const found = registry.bankFor(text);
		return found.ok && found.value.code !== meant ? [[text.trim(), found.value.code] as const] : [];
	});
	for (const [text, code] of others) {
		const own = REGISTRY.filter((bank) => bank.code === code).map(({ name }) => nameKey(name));
		expect(own).toContain(nameKey(text));
	}
	expect(others).toEqual([
		['FIRST', '000016'],
		['ZENITH', '000015'],
		['ZENITH', '000015'],
	]);
});

it.each([
	['First Bank', 'FIRST GENERATION MORTGAGE BANK', '000016'],
	['Trust Microfinance Bank', 'MONEY TRUST MICROFINANCE BANK', '090327'],
])("%p, cut from %p, is another bank's own name", (text, _, code) => {
	expect(codeOf(text)).toBe(code);
});
