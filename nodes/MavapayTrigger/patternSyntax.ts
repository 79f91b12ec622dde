import { fail, ok, type Result } from '../core/domain/result';

/** A regular expression, taken apart. */
export type Piece =
	| { readonly is: 'character'; readonly test: RegExp }
	| { readonly is: 'assertion'; readonly kind: 'start' | 'end' | 'boundary' | 'noBoundary' }
	| { readonly is: 'sequence' | 'choice'; readonly parts: readonly Piece[] }
	| { readonly is: 'repeat'; readonly part: Piece; readonly least: number; readonly most: number };

const MAX_PATTERN = 500;
const MAX_DEPTH = 50;

const ASSERTIONS = new Map([
	['^', 'start'],
	['$', 'end'],
	['\\b', 'boundary'],
	['\\B', 'noBoundary'],
] as const);

/** One character class, one escape, or any one other character. */
const ATOM = /^(?:\[(?:\\[^]|[^\]\\])*\]|\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[a-zA-Z]|[^])|[^])/;
const COUNTED = /^\{(\d+)(?:(,)(\d*))?\}/;

/** Takes a pattern in JavaScript's syntax apart; refuses what only backtracking can do. */
export function parsePattern(source: string): Result<Piece> {
	if (source.length > MAX_PATTERN) return fail(`is longer than ${MAX_PATTERN} characters`);
	const wrong = syntaxProblem(source);
	if (wrong !== null) return fail(wrong);
	const reader = new Reader(source);
	const piece = reader.choice(0);
	return piece === null ? fail(reader.problem) : ok(piece);
}

/** JavaScript's own verdict on the syntax, so that the reader below sees well-formed patterns only. */
function syntaxProblem(source: string): string | null {
	try {
		new RegExp(source);
		return null;
	} catch (error) {
		const said = error instanceof Error ? error.message.replace(/^.*: /, '') : 'unknown syntax';
		return `is not a regular expression: ${said}`;
	}
}

class Reader {
	problem = 'has groups within groups too deep to follow';

	constructor(private rest: string) {}

	/** Null, with `problem` set, where something is not supported. */
	choice(depth: number): Piece | null {
		if (depth > MAX_DEPTH) return null;
		const parts: Piece[] = [];
		do {
			const sequence = this.sequence(depth);
			if (sequence === null) return null;
			parts.push(sequence);
		} while (this.take('|'));
		return { is: 'choice', parts };
	}

	private sequence(depth: number): Piece | null {
		const parts: Piece[] = [];
		while (this.rest !== '' && !this.rest.startsWith('|') && !this.rest.startsWith(')')) {
			const part = this.part(depth);
			if (part === null) return null;
			parts.push(this.repeated(part));
		}
		return { is: 'sequence', parts };
	}

	private part(depth: number): Piece | null {
		if (!this.rest.startsWith('(')) return this.atom();
		const plain = this.take('(?:') || (!this.rest.startsWith('(?') && this.take('('));
		if (!plain) return this.refuse('has look-around or a named group, which is not supported');
		const inner = this.choice(depth + 1);
		this.take(')');
		return inner;
	}

	private atom(): Piece | null {
		const [text = ''] = ATOM.exec(this.rest) ?? [];
		this.rest = this.rest.slice(text.length);
		for (const [written, kind] of ASSERTIONS) if (written === text) return { is: 'assertion', kind };
		if (/^\\[1-9k]/.test(text)) return this.refuse('has a back reference, which is not supported');
		// What is left over as a bracket or brace is itself, as in JavaScript.
		const source = /^[\]{}]$/.test(text) ? `\\${text}` : text;
		return { is: 'character', test: new RegExp(`^${source}$`) };
	}

	private repeated(part: Piece): Piece {
		const count = this.count();
		if (count === null) return part;
		// Lazy or greedy finds the same texts.
		this.take('?');
		return { is: 'repeat', part, ...count };
	}

	private count(): { least: number; most: number } | null {
		if (this.take('*')) return { least: 0, most: Infinity };
		if (this.take('+')) return { least: 1, most: Infinity };
		if (this.take('?')) return { least: 0, most: 1 };
		const counted = COUNTED.exec(this.rest);
		if (counted === null) return null;
		const [text, least = '', comma, most = ''] = counted;
		this.take(text);
		const lowest = Number(least);
		if (comma === undefined) return { least: lowest, most: lowest };
		return { least: lowest, most: most === '' ? Infinity : Number(most) };
	}

	private take(text: string): boolean {
		if (!this.rest.startsWith(text)) return false;
		this.rest = this.rest.slice(text.length);
		return true;
	}

	private refuse(problem: string): null {
		this.problem = problem;
		return null;
	}
}
