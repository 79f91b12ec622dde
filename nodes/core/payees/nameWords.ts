/* The words and letters by which names are compared, in the form of `plainLetters`: docs/reference/payees.md#names. */

/** Reads pairs such as `ɓb`: maps the first letter of each word to the rest of the word. */
const letters = (text: string): ReadonlyMap<string, string> =>
	new Map(text.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]));

/** Letters of names that Unicode does not decompose into a base letter and a mark, Hausa's and Akan's among them. */
const PLAIN_LETTERS = letters('ɓb ɗd ƙk ƴy ǝe ŋn øo łl đd ðd ıi ßss æae œoe ɛe ɔo');

/** Letters of Greek and Cyrillic, and small capitals, each followed by the plain letter that it looks like (UTS 39). */
export const LOOK_ALIKES = letters(
	'ɑa αa аa Αa Аa ьb Вb вb Βb сc Сc ϲc Ϲc ԁd еe Еe Εe ҽe ϝf Ϝf ɡg Ԍg һh Нh нh Ηh іi Іi ιi Ιi Ӏi јj Јj ϳj Ϳj кk Кk κk Κk ӏl мm Мm Μm ηn Νn оo Оo οo Οo рp Рp ρp Ρp ԛq Ԛq гr ѕs Ѕs тt Тt τt Τt υu νv ѵv Ѵv ԝw Ԝw ѡw хx Хx χx Χx уy Уy γy Υy үy Үy Ζz ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ɩi ᴊj ᴋk ʟl ǀl ᴍm ɴn ᴏo ᴘp ꞯq ʀr ꜱs ᴛt ᴜu ᴠv ʋv ᴡw ʏy ᴢz',
);

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words with their short forms. A word and its short form count as the same word. */
const ONE_WORD = new Map([
	['company', 'co'],
	['limited', 'ltd'],
	['nigeria', 'nig'],
]);

/** Titles of people, without Chief, Prince, Princess, King, Bishop and Sir, which are also names. */
const TITLES = words('mr mrs miss ms dr engr alhaji alhaja pst rev barr arc prof');

const LEGAL_FORMS = words('ltd plc nig co inc incorporated corp corporation llc llp gte pty pte npc gmbh sarl');

/** Words for companies, shops and offices. Trades such as cement are left out: they distinguish companies. */
const COMPANY_WORDS = words(
	`and of for the sons daughters brothers bros enterprise enterprises ent venture ventures global globals international intl worldwide group groups
	holding holdings service services solution solutions trading traders merchants investment investments industry
	industries resource resources concept concepts associate associates partner partners consult consults consulting
	consultants agency agencies organisation organization foundation cooperative society association union club church
	ministry ministries mission school schools college academy university institute hospital hospitals clinic clinics
	pharmacy pharmacies store stores shop shops supermarket hotel hotels restaurant restaurants motors farm farms project
	projects works state government govt federal council board commission authority department office account escrow pos
	bank mfb microfinance trust fund`,
);

/** Words that don't distinguish two banks: docs/reference/banks.md#how-a-bank-is-found. */
const BANK_WORDS = words('bank ltd nig of plc the');

/** A name in lower case, without accents, with the letters in `PLAIN_LETTERS` replaced. */
export function plainLetters(name: string): string {
	return Array.from(
		name.normalize('NFKD').toLowerCase().normalize('NFKD'),
		(letter) => PLAIN_LETTERS.get(letter) ?? letter,
	)
		.join('')
		.replace(/\p{M}/gu, '');
}

/** The runs of letters and digits in a text from `plainLetters`. */
export function wordsIn(plain: string): string[] {
	return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

export const wordForm = (word: string) => ONE_WORD.get(word) ?? word;

export const isTitle = (word: string) => TITLES.has(word);

export const isLegalForm = (word: string) => LEGAL_FORMS.has(wordForm(word));

/** Whether a word is common in companies' names, legal forms included. */
export const isCompanyWord = (word: string) => isLegalForm(word) || COMPANY_WORDS.has(word);

/** Whether a name is a company's. The word "and" doesn't count: two people may share an account. */
export const isCompany = (name: readonly string[]) => name.some((word) => word !== 'and' && isCompanyWord(word));

/** Whether a word is what a bank's system writes for a missing part of a name. */
export const isBankFiller = (word: string) => word === 'null' || word === 'undefined';

export const isBankWord = (word: string) => BANK_WORDS.has(wordForm(word));
