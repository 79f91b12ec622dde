import { counted, fail, ok, type Result } from '../domain/result';
import { INVISIBLE, visibleText } from '../domain/text';
import { isBankWord, plainLetters, wordsIn } from './nameWords';

/** A Nigerian bank in Mavapay's current list; `code` is its NIP code, blank if the list has none. */
export interface Bank {
	readonly code: string;
	readonly name: string;
}

/*
 * From Mavapay's public registry of banks (ngn-banks-registry, 2025-08-21): the codes of the central bank (CBN), and
 * short and former names of banks. An entry counts only if Mavapay's current list has its bank. To renew the tables,
 * put the newest registry into test/harness/banks/registry.ts, whose tests name each entry that differs; then write its
 * date here and in docs/reference/banks.md.
 */

/** CBN codes below 300 of commercial banks, each before the bank's NIP code. Services disagree on higher codes. */
const CBN = table(
	/(?<key>\d{3})(?<code>\d{6})/g,
	'011000016 023000009 030000020 032000018 033000004 035000017 044000014 050000010 057000015 058000013 063000005 068000021 070000007 076000008 082000002 100000022 101000023 102000025 214000003 215000011 221000012 232000001',
);

/** Short and former names as `nameKey` gives them, each followed by the NIP code of its bank. */
const SHORT_NAMES = table(
	/(?<key>\S+):(?<code>\d{6})/g,
	'fcmb:000003 uba:000004 diamond:000005 skye:000008 stanbic:000012 ibtc:000012 gt:000013 gtb:000013 gtco:000013 guaranty:000013 guarantytrust:000013 fbn:000016 alat:000017 ubn:000018 scb:000021 stanchart:000021 rmb:000024 alt:000037 coronation:060001 fbnquest:060002 greenwich:060004 npf:070001 vfd:090110 accion:090134 rubies:090175 lapo:090177 renmoney:090198 kuda:090267 moniepoint:090405 moniepointmfb:090405 fairmoneymfb:090551 nomba:090645 paycom:100004 firstmonie:100014 9psb:120001 momo:120003 momopsb:120003 smartcash:120004 smartcashpsb:120004 fsdhmerchant:400001',
);

function table(entry: RegExp, text: string): ReadonlyMap<string, string> {
	return new Map(Array.from(text.matchAll(entry), ({ groups }) => [groups?.key ?? '', groups?.code ?? '']));
}

/**
 * The form in which two spellings of a bank's name are compared as a whole. It leaves out case, accents, full width,
 * invisible characters, punctuation, blanks and the words of `isBankWord`. All other words stay, "Microfinance Bank" as
 * "MFB": without them, hundreds of banks would have another bank's name. Blank if nothing is left.
 */
export function nameKey(name: string): string {
	return wordsIn(plainLetters(name.replace(INVISIBLE, '')))
		.map((word) => word.replace(/(?<=.)bank$/, ' bank'))
		.join(' ')
		.replace(/(?<!\S)(micro ?finance( bank)?|mf bank)(?!\S)/g, 'mfb')
		.split(' ')
		.filter((word) => !isBankWord(word))
		.join('');
}

const NIP_CODE = /^[0-9]{6}$/;

const MOST_CANDIDATES = 6;
const LONGEST_QUOTE = 60;
const LEAST_PART = 3;

const NOT_LISTED = "isn't in Mavapay's list of banks";

export class BankList {
	private readonly byCode = new Map<string, Bank>();
	private readonly byName = new Map<string, readonly Bank[]>();

	/** @param entries in the list's order; a code listed twice is shown under its first name and found under both */
	constructor(entries: Iterable<Bank>) {
		for (const bank of entries) {
			const known = this.byCode.get(bank.code) ?? bank;
			if (NIP_CODE.test(bank.code)) this.byCode.set(bank.code, known);
			const key = nameKey(bank.name);
			const called = this.byName.get(key) ?? [];
			if (!called.includes(known)) this.byName.set(key, [...called, known]);
		}
	}

	nameOf(code: string): string | null {
		return this.byCode.get(code)?.name ?? null;
	}

	/** Finds the one bank that a text means, by NIP code, CBN code or name. On failure, the reason says what to write. */
	bankFor(text: string): Result<Bank> {
		const shown = `"${Array.from(visibleText(text)).slice(0, LONGEST_QUOTE).join('')}"`;
		const digits = text.replace(INVISIBLE, '').normalize('NFKC').trim();
		if (/^[0-9]+$/.test(digits)) return this.findCode(digits, shown);
		const key = nameKey(text);
		// Digits with other characters between them, such as 0-1-1, are neither a code nor a name.
		if (/^[0-9]*$/.test(key)) return fail(`is neither a bank's code nor its name. ${mayBe(shown, [])}`);
		return this.findKnown(key, SHORT_NAMES, shown);
	}

	private findCode(digits: string, shown: string): Result<Bank> {
		const bank = this.byCode.get(digits);
		if (bank !== undefined) return ok(bank);
		if (digits.length === 3 && (CBN.has(digits) || this.byName.has(digits))) return this.findKnown(digits, CBN, shown);
		const size = `has ${counted(digits.length, 'digit')}, but a NIP code has 6 and a CBN code 3`;
		const why = { 3: "isn't a known CBN code", 6: NOT_LISTED }[digits.length] ?? size;
		return fail(`${why}. ${mayBe(shown, this.withZerosBefore(digits))}`);
	}

	/** Finds a bank by name, or else by `table`. Fails if `table` has the key, but Mavapay's list lacks its bank. */
	private findKnown(key: string, table: ReadonlyMap<string, string>, shown: string): Result<Bank> {
		const code = table.get(key);
		const own = code === undefined ? undefined : this.byCode.get(code);
		if (code !== undefined && own === undefined)
			return fail(`${NOT_LISTED}. ${shown} means NIP code ${code}: ask the payee for an account at another bank`);
		const [first = own, ...others] = this.byName.get(key) ?? [];
		if (first === undefined) return fail(`${NOT_LISTED}. ${mayBe(shown, this.calledWith(key))}`);
		if (others.length > 0) return fail(`is a name of several banks. ${mayBe(shown, [first, ...others])}`);
		if (NIP_CODE.test(first.code)) return ok(first);
		return fail("has no NIP code in Mavapay's list. Ask Mavapay for it, and enter it By ID");
	}

	/** The banks whose NIP or CBN code is `digits` apart from leading zeros, which a spreadsheet may have dropped. */
	private withZerosBefore(digits: string): Bank[] {
		const isSame = (code: string) => BigInt(code) === BigInt(digits);
		const byCbn = [...CBN].flatMap(([cbn, code]) => (isSame(cbn) ? code : []));
		return [...[...this.byCode.keys()].filter(isSame), ...byCbn].flatMap((code) => this.byCode.get(code) ?? []);
	}

	/** The banks with the key in their names: for a person to choose from, never to pay. */
	private calledWith(key: string): Bank[] {
		if (key.length < LEAST_PART) return [];
		return [...this.byName].flatMap(([name, banks]) => (name.includes(key) ? banks : []));
	}
}

export const bankInWords = ({ name, code }: Bank) => `${visibleText(name)} (${code})`;

function mayBe(shown: string, banks: readonly Bank[]): string {
	const each = [...new Set(banks)].map(bankInWords);
	if (each.length === 0) return `For ${shown}, take the NIP code from 'Bank: Get Many'`;
	const more = each.length > MOST_CANDIDATES ? ` or ${each.length - MOST_CANDIDATES} more` : '';
	const named = each.slice(0, MOST_CANDIDATES).join(' or ');
	return `${shown} may mean ${named}${more}: write the NIP code of the right one`;
}
