/** Facts about an operation that `npm run new` needs before it can write its stubs. */
import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run new -- RESOURCE OPERATION [--effect EFFECT] [--path PATH] ...

Writes the stubs of a new operation, such as: npm run new -- wallet getLimits
What no option says is asked for at a terminal.

  --effect EFFECT     read, write (creates or changes something) or payment
  --method METHOD     GET, POST or PUT; default GET for a read, otherwise POST
  --path PATH         of the call, below the base: /wallet/limits
  --action TEXT       the entry in n8n's search, with the resource: "Get wallet limits"
  --description TEXT  what it does, in a sentence without a period

Nothing is overwritten: an operation that exists already is refused.
`;

const EFFECTS = ['read', 'write', 'payment'] as const;
const METHODS = ['GET', 'POST', 'PUT'] as const;

export interface Wanted {
	/** The resource as workflows store it, such as `wallet`. A new resource gets its own files. */
	readonly resource: string;
	readonly operation: string;
	readonly effect: (typeof EFFECTS)[number];
	readonly method: (typeof METHODS)[number];
	readonly path: string;
	readonly action: string;
	readonly description: string;
}

/** Something that was typed can't be used. */
export class UsageError extends Error {}

/** Asks a person a question. Null if nobody can be asked. */
export type Ask = ((question: string) => Promise<string>) | null;

/** Reads the command line, and asks for what it lacks. Null if the user wants help. Throws UsageError. */
export async function readWanted(args: readonly string[], ask: Ask): Promise<Wanted | null> {
	const { values, positionals } = parsed(args);
	if (values.help === true) return null;
	const [resource = '', operation = '', ...more] = positionals;
	if (operation === '' || more.length > 0)
		throw new UsageError('Two names are needed: the resource and the operation.');
	for (const name of [resource, operation])
		checked(name, /^[a-z][A-Za-z0-9]*$/, `"${name}" is no name: letters and digits, the first in lower case`);
	const answer = async (name: keyof typeof values, question: string) => {
		const given = values[name];
		if (typeof given === 'string') return given.trim();
		if (ask === null) throw new UsageError(`--${name} is missing: ${question}`);
		return (await ask(`${question}: `)).trim();
	};
	const effect = oneOf(EFFECTS, await answer('effect', `its effect, one of ${EFFECTS.join(', ')}`));
	const usual = effect === 'read' ? 'GET' : 'POST';
	const method = oneOf(METHODS, values.method ?? usual);
	if (effect === 'payment' && method !== 'POST') throw new UsageError('A payment is a POST.');
	if (effect === 'write' && method === 'GET') throw new UsageError('A GET changes nothing: this is a read.');
	const path = await answer('path', `the path of its call, such as /${resource}/limits`);
	checked(path, /^(\/[\w-]+)+$/, `"${path}" is no path: /wallet/limits. Parts that vary are written in afterwards`);
	const action = await answer(
		'action',
		'its entry in the search of n8n, with the resource and without articles, such as "Get wallet limits"',
	);
	checked(action, /^[A-Z][\w ,-]{3,}$/, `"${action}" is no action: words that begin with a capital`);
	const description = await answer('description', 'what it does, in a sentence');
	checked(description, /^[A-Z].{8,}$/, `"${description}" is no description: a sentence that begins with a capital`);
	return { resource, operation, effect, method, path, action, description: description.replace(/\.$/, '') };
}

function parsed(args: readonly string[]) {
	const text = { type: 'string' } as const;
	const options = {
		help: { type: 'boolean' },
		effect: text,
		method: text,
		path: text,
		action: text,
		description: text,
	} as const;
	try {
		return parseArgs({ args: [...args], options, allowPositionals: true });
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}

function checked(text: string, form: RegExp, problem: string): void {
	if (!form.test(text)) throw new UsageError(problem);
}

function oneOf<const T extends string>(allowed: readonly T[], text: string): T {
	const found = allowed.find((one) => one.toLowerCase() === text.toLowerCase());
	if (found === undefined) throw new UsageError(`"${text}" is none of ${allowed.join(', ')}`);
	return found;
}
