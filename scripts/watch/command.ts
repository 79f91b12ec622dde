import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { keep, kept, report } from './compare';
import { fetchAll, fetchCommit, SOURCES, Unreadable } from './fetch';

const USAGE = `Usage: npm run watch -- [--keep]

Fetches Mavapay's documentation and its openapi.json, compares them with the digests in scripts/watch/kept.json and with
the calls that interface/ describes, and prints page and line of what changed. How a page is laid out makes no difference.

  --keep        keeps the digests of what is there now; for when docs/reference/interface.md says it
  --file FILE   other digests than scripts/watch/kept.json
  --list URL    another list of files, --files URL where they are, --commit URL the newest commit

Exit code: 0 where nothing changed, 1 where something did, 2 where the documentation could not be read, 3 where nothing
is kept to compare with.
`;

/** Runs the command with its arguments. Gives the exit code; what it says goes to `say`, line by line. */
export async function watch(args: readonly string[], say: (line: string) => void): Promise<number> {
	try {
		return await run(args, say);
	} catch (error) {
		say(error instanceof Unreadable ? `Not read: ${error.message}` : String(error));
		return 2;
	}
}

async function run(args: readonly string[], say: (line: string) => void): Promise<number> {
	const { values } = parseArgs({
		args: [...args],
		options: {
			help: { type: 'boolean', default: false },
			keep: { type: 'boolean', default: false },
			file: { type: 'string', default: 'scripts/watch/kept.json' },
			list: { type: 'string', default: SOURCES.list },
			files: { type: 'string', default: SOURCES.files },
			commit: { type: 'string', default: SOURCES.commit },
		},
	});
	if (values.help) {
		say(USAGE);
		return 0;
	}
	const texts = await fetchAll(values);
	if (values.keep) {
		writeFileSync(values.file, `${JSON.stringify(keep(texts, await fetchCommit(values.commit)), null, '\t')}\n`);
		say(`Kept ${texts.size} files in ${values.file}`);
		return 0;
	}
	if (!existsSync(values.file)) {
		say(`Nothing is kept yet to compare with. Run \`npm run watch -- --keep\`, and commit ${values.file}.`);
		return 3;
	}
	const changes = report(kept.parse(JSON.parse(readFileSync(values.file, 'utf8'))), texts);
	say(changes === '' ? `Nothing has changed in ${texts.size} files` : changes);
	return changes === '' ? 0 : 1;
}
