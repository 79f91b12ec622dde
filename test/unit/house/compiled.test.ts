/** What the compiler knows of the tree: members' names have few types. */
import { namesOfManyTypes, programOf, shippedProgram } from './members';

const MOST_TYPES = 2;

/** Names with more types that still mean one thing, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
	because: 'discriminant: its type in each member of a union is the value that tells it apart',
	claim: 'a claim: its text, or making one, of a reference or by its row',
	do: 'discriminant',
	effect: 'discriminant of operations',
	is: 'discriminant',
	kind: 'discriminant',
	state: 'discriminant: how far a reference, or an entry of the memory, has come',

	amount: 'an amount: with its currency, in minor units of a known one, or as the digest that a claim carries',
	body: 'body of an HTTP message, as bytes, as JSON that is yet to be read, or as an object',
	cause: 'cause of a failure: of all there are, of those a request can have, or as text that came back in an item',
	check: 'holds a value against a rule, at each level: text, field, all fields; or a reference against the record',
	collect: 'reads the output items: of one item, or of all items of a run, with the means it has there',
	context: 'the functions that n8n gives to a node, which differ by the kind of node',
	data: "Mavapay's member `data`, and n8n's static data of a workflow",
	default: "n8n's word for a field's preset, which has the type of the field's value",
	fees: 'fees: with their currency, by currency, or in minor units',
	keyOf: 'the key under which a store keeps a thing, made of whatever identifies the thing',
	missing: 'what is missing: words of a name, columns of a sheet, or transactions of a list',
	operation: "n8n's parameter with the name of an operation, or the operation of that name",
	options: 'chosen options, which differ by operation',
	others: 'the other ones: open payments, cells of a row, or amounts in other currencies',
	payments: 'payments: those that can be prepared, the kind that a file holds, or those found in it',
	plan: 'what is to be done for an item, which differs by the kind of operation, or makes it',
	read: 'reads a value, from where the object that has it keeps it',
	request: 'a request to Mavapay: to be sent, sent, or the function that makes it of an input',
	row: 'a row: its number in a sheet, its name in the record, or an expected payment of the books',
	rows: "rows of n8n's table, as much of them as the reader needs; of a file; and n8n's height of a text box",
	run: 'the run that an item belongs to, as much of it as is needed',
	settings: 'what a person set for a write, for a payment, or for the trigger',
	status: "HTTP's and Mavapay's word; a row of 'Payout: Prepare' has one for people",
	take: 'takes one of what is ready or free: a place of a day, the result of a job, a look-up',
	totals: 'totals: of an execution by currency, as a person gave them, or as a sheet or a list has them',
	value: 'the value of a field, a choice, a key or a result, in the type that it has there',
};

/** A member's name means one thing wherever it stands: it has at most two types, or a reason in `ALLOWED`. */
describe("a member's name with more than two types", () => {
	const planted = [
		'export interface A { readonly end: string; open(): void; same: string | null; readonly two?: number }',
		'export type B = { readonly end: number; readonly same?: string } | { end: true; two: string };',
		'export class C { constructor(private readonly open: string) {} private same = ""; open2 = 1; }',
		'export class D { private readonly open = 1; two = 1; end() { return { end: 1 }; } }',
	];

	it('is found', () => {
		const program = programOf(new Map(planted.map((text, index) => [`${index}.ts`, text])));
		expect([...namesOfManyTypes(program, MOST_TYPES).keys()].sort()).toEqual(['end', 'open']);
		expect(namesOfManyTypes(program, MOST_TYPES).get('open')).toEqual([
			'() => void (nodes/0.ts:1)',
			'string (nodes/2.ts:1)',
			'1 (nodes/3.ts:1)',
		]);
	});

	describe('in this project', () => {
		const names = namesOfManyTypes(shippedProgram(), MOST_TYPES);
		it('has a reason', () => {
			expect(new Map([...names].filter(([name]) => !Object.hasOwn(ALLOWED, name)))).toEqual(new Map());
		});

		it('is there for each reason', () => {
			expect(Object.keys(ALLOWED).filter((name) => !names.has(name))).toEqual([]);
		});
	});
});
