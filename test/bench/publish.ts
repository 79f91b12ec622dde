/** Puts saved results into docs/why/bench.md, between its two marks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const PAGE = join(__dirname, '..', '..', 'docs', 'why', 'bench.md');
const START = '<!-- from the bench -->';
const END = '<!-- to here -->';

/** What `--save` writes; `payouts` and what comes of it are null where that part was not run. */
const saved = z.object({
	about: z.string(),
	/** How long a person waits, as a table; null without `--full`. */
	waits: z.string().nullable(),
	n8n: z.string().nullable(),
	/** A table for each part, under its heading. */
	tables: z.array(z.string()),
});
export type Saved = z.infer<typeof saved>;

/** @param files separated by commas, such as one of the parts that need a quiet machine for long, and one of the others */
export function publish(files: string, progress: (what: string) => void): void {
	const results = files.split(',').map((file) => saved.parse(JSON.parse(readFileSync(file, 'utf8'))));
	const waits = results.find((result) => result.waits !== null);
	if (waits === undefined) throw new Error('No result has the many payees one by one: save a run with --full');
	const text = readFileSync(PAGE, 'utf8');
	const [from, to] = [text.indexOf(START), text.indexOf(END)];
	if (from < 0 || to < from) throw new Error(`${PAGE} lacks the marks ${START} and ${END}`);
	const runs = results.length === 1 ? 'one run' : `${results.length} runs`;
	const about = `From ${runs}: ${results.map((result) => result.about).join('; ')}; n8n ${waits.n8n}.`;
	const tables = results.flatMap((result) => result.tables).join('\n');
	writeFileSync(PAGE, `${text.slice(0, from)}${START}\n\n${waits.waits}\n${about}\n\n${tables}\n${text.slice(to)}`);
	progress(`wrote ${PAGE}`);
}
