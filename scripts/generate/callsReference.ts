import * as z from 'zod';
import { btc, ghs, kes, ngn, zar } from '../../interface/beneficiaries';
import { bankAccount, depositAddress } from '../../interface/callsAccount';
import { details } from '../../interface/callsLinks';
import { calls, doubts, nameOf, type Call } from '../../interface/index';
import { listedOrder, lookedUpTransaction, order, quote, transaction } from '../../interface/transactions';

/** The most characters in a line of a code block. */
const WIDTH = 100;
const BLOCK = /\n<!-- from the calls -->\n[^]*?<!-- to here -->\n/g;

/** Forms that several calls share. The interface page shows each under its own heading, and elsewhere only names it. */
const FORMS: ReadonlyArray<readonly [form: z.ZodType, name: string, anchor: string]> = [
	[quote, 'Quote', 'quote'],
	[transaction, 'Transaction', 'transaction'],
	[lookedUpTransaction, 'Transaction, looked up', 'transaction-looked-up'],
	[order, 'Order', 'order'],
	[listedOrder, 'Listed order', 'order'],
	[ngn, 'Beneficiary NGN', 'beneficiary-ngn'],
	[kes, 'Beneficiary KES', 'beneficiary-kes'],
	[ghs, 'Beneficiary GHS', 'beneficiary-ghs'],
	[zar, 'Beneficiary ZAR', 'beneficiary-zar'],
	[btc, 'Beneficiary BTC', 'beneficiary-btc'],
	[bankAccount, 'Bank account', 'bank-accounts'],
	[depositAddress, 'Stablecoin address', 'stablecoin-addresses'],
	[details, 'Payment link details', 'payment-link-details'],
];

/**
 * The page docs/reference/interface.md with the members of each call and shared form, as `interface/` has them, under
 * the heading that describes it. A member without a type is text, and `?` marks an optional one.
 *
 * @throws Error for a call or form whose heading the page lacks
 */
export function withCalls(page: string): string {
	const blocks = new Map<string, string[]>();
	const put = (anchor: string, text: string) => blocks.set(anchor, [...(blocks.get(anchor) ?? []), text]);
	for (const [form, name, anchor] of FORMS) put(anchor, `${name}: ${fitted(membersOf(form), 0)}`);
	for (const call of calls) put(call.see.split('#')[1] ?? '', partsOf(call));
	const text = page.replace(BLOCK, '').replace(/^#{2,4} (.+)\n/gm, (heading, title: string) => {
		const anchor = anchorOf(title);
		const parts = blocks.get(anchor);
		blocks.delete(anchor);
		if (parts === undefined) return heading;
		return `${heading}\n<!-- from the calls -->\n\n\`\`\`text\n${parts.join('\n')}\n\`\`\`\n\n<!-- to here -->\n`;
	});
	const lacking = [...blocks.keys()];
	if (lacking.length > 0) throw new Error(`docs/reference/interface.md lacks the headings ${lacking.join(', ')}`);
	return text;
}

/** The anchor of a heading on docs/reference/interface.md. */
export const anchorOf = (title: string): string =>
	title
		.toLowerCase()
		.replace(/[^a-z0-9 -]/g, '')
		.replaceAll(' ', '-');

/** A call with its query, its body and the `data` of its answer. */
function partsOf(call: Call): string {
	const parts: Array<[string, z.ZodType | undefined]> = [
		['query', call.query],
		['body', call.body],
		['data', memberOf(call.answer, 'data')],
	];
	const lines = parts.flatMap(([name, schema]) => {
		const shown = schema === undefined ? '{}' : typeOf(schema);
		return shown === '{}' ? [] : [`  ${name}: ${fitted(shown, 2)}`];
	});
	return [`${nameOf(call)}${call.known === 'documented' ? '' : ' (I)'}`, ...lines].join('\n');
}

function memberOf(schema: z.ZodType, name: string): z.ZodType | undefined {
	const member: unknown = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
	return member instanceof z.ZodType ? member : undefined;
}

/** A schema's type on the interface page: its name, or its members. The type of text is left out. */
function typeOf(schema: unknown): string {
	const form = FORMS.find(([one]) => one === schema);
	const doubt = schema instanceof z.ZodType ? doubts.get(schema) : undefined;
	const mark = doubt === undefined ? '' : ` (${doubt.known === 'unknown' ? 'U' : 'I'})`;
	return `${form === undefined ? membersOf(schema) : form[1]}${mark}`;
}

function membersOf(schema: unknown): string {
	if (schema instanceof z.ZodObject) {
		const members = Object.entries(schema.shape).map(([name, member]) => memberLine(name, member));
		return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
	}
	if (schema instanceof z.ZodOptional) return typeOf(schema.unwrap());
	if (schema instanceof z.ZodArray) return `[${typeOf(schema.element)}]`;
	if (schema instanceof z.ZodUnion)
		return [...new Set(schema.options.map((option) => typeOf(option).replace(/^(?= \(|$)/, 'text')))].join(' | ');
	if (schema instanceof z.ZodEnum) return schema.options.join(' | ');
	if (schema instanceof z.ZodLiteral) return [...schema.values].map((value) => String(value) || '""').join(' | ');
	if (schema instanceof z.ZodNumber) return 'number';
	if (schema instanceof z.ZodBoolean) return 'boolean';
	if (schema instanceof z.ZodNull) return 'null';
	return '';
}

function memberLine(name: string, member: unknown): string {
	const type = typeOf(member);
	const shown = `${name}${member instanceof z.ZodOptional ? '?' : ''}`;
	return type === '' || type.startsWith(' (') ? `${shown}${type}` : `${shown}: ${type}`;
}

/** A text broken at its blanks into lines of WIDTH characters, the later ones indented. */
function fitted(text: string, indent: number): string {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(' ')) {
		if (line !== '' && line.length + word.length + 1 > WIDTH - indent) {
			lines.push(line);
			line = word;
		} else line = line === '' ? word : `${line} ${word}`;
	}
	return [...lines, line].join(`\n${' '.repeat(indent + 4)}`);
}
