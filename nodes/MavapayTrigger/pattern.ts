import { fail, ok, type Result } from '../core/domain/result';
import { parsePattern, type Piece } from './patternSyntax';

/** Longer text never fits: no reference is longer. */
const MAX_TEXT = 4096;

/** Steps a pattern may have once its repetitions are written out; each costs time at every character. */
const MAX_STEPS = 2000;

type Step =
	| { readonly do: 'character'; readonly test: RegExp }
	| { readonly do: 'assertion'; readonly kind: 'start' | 'end' | 'boundary' | 'noBoundary' }
	| { readonly do: 'split'; readonly first: number; second: number }
	| { readonly do: 'jump'; to: number };

/** Whether a text fits; takes time that grows with the length of the text only. */
export type Matcher = (text: string) => boolean;

/**
 * A regular expression that cannot be made slow. JavaScript's own backtracks, and some patterns take
 * it years on a short text that a payer chose; this one follows all ways through the pattern at once
 * (Thompson's construction). Syntax and meaning are JavaScript's without flags, found anywhere in the
 * text; back references, look-around and named groups are refused.
 */
export function compilePattern(source: string): Result<Matcher> {
	const parsed = parsePattern(source);
	if (!parsed.ok) return parsed;
	const steps: Step[] = [];
	if (!write(parsed.value, steps)) return fail('is too large once its repetitions are written out');
	return ok((text) => text.length <= MAX_TEXT && run(steps, text));
}

/** Appends the steps of a piece; false when there are too many. */
function write(piece: Piece, steps: Step[]): boolean {
	if (steps.length > MAX_STEPS) return false;
	switch (piece.is) {
		case 'character':
			steps.push({ do: 'character', test: piece.test });
			return true;
		case 'assertion':
			steps.push({ do: 'assertion', kind: piece.kind });
			return true;
		case 'sequence':
			return piece.parts.every((part) => write(part, steps));
		case 'choice':
			return writeChoice(piece.parts, steps);
		case 'repeat':
			return writeRepeat(piece, steps);
	}
}

function writeChoice(parts: readonly Piece[], steps: Step[]): boolean {
	const [part, ...others] = parts;
	if (part === undefined) return true;
	if (others.length === 0) return write(part, steps);
	const split = pushSplit(steps);
	if (!write(part, steps)) return false;
	const jump: Step = { do: 'jump', to: 0 };
	steps.push(jump);
	split.second = steps.length;
	const written = writeChoice(others, steps);
	jump.to = steps.length;
	return written;
}

function writeRepeat({ part, least, most }: Extract<Piece, { is: 'repeat' }>, steps: Step[]): boolean {
	for (let count = 0; count < least; count++) {
		const before = steps.length;
		if (!write(part, steps)) return false;
		// An empty group, which can be repeated as often as one likes to no effect.
		if (steps.length === before) break;
	}
	if (most === Infinity) {
		const start = steps.length;
		const split = pushSplit(steps);
		if (!write(part, steps)) return false;
		steps.push({ do: 'jump', to: start });
		split.second = steps.length;
		return true;
	}
	const splits = [];
	for (let count = least; count < most; count++) {
		splits.push(pushSplit(steps));
		if (!write(part, steps)) return false;
	}
	for (const split of splits) split.second = steps.length;
	return true;
}

function pushSplit(steps: Step[]) {
	const split = { do: 'split' as const, first: steps.length + 1, second: 0 };
	steps.push(split);
	return split;
}

function run(steps: readonly Step[], text: string): boolean {
	let alive: number[] = [];
	for (let at = 0; at <= text.length; at++) {
		// A match may begin anywhere: the first step is always tried as well.
		const reached = follow([...alive, 0], steps, text, at);
		if (reached.has(steps.length)) return true;
		const character = text[at];
		alive = character === undefined ? [] : [...reached].flatMap((step) => (takes(steps[step], character) ? [step + 1] : []));
	}
	return false;
}

/** Every step that can be reached without taking a character. */
function follow(from: readonly number[], steps: readonly Step[], text: string, at: number): Set<number> {
	const reached = new Set<number>();
	const waiting = [...from];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		if (reached.has(next)) continue;
		reached.add(next);
		const step = steps[next];
		if (step?.do === 'jump') waiting.push(step.to);
		if (step?.do === 'split') waiting.push(step.second, step.first);
		if (step?.do === 'assertion' && holds(step.kind, text, at)) waiting.push(next + 1);
	}
	return reached;
}

function takes(step: Step | undefined, character: string): boolean {
	return step?.do === 'character' && step.test.test(character);
}

function holds(kind: 'start' | 'end' | 'boundary' | 'noBoundary', text: string, at: number): boolean {
	if (kind === 'start') return at === 0;
	if (kind === 'end') return at === text.length;
	const isBoundary = isWord(text[at - 1]) !== isWord(text[at]);
	return isBoundary === (kind === 'boundary');
}

function isWord(character: string | undefined): boolean {
	return character !== undefined && /\w/.test(character);
}
