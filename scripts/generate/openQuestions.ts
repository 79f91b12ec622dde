/** One row of the tables in docs/reference/interface.md#what-is-unknown. */
interface Question {
	readonly what: string;
	readonly source: string;
	readonly assumed: string;
	readonly settledBy: string;
}

const HEAD = `# Questions to the service

What Mavapay's documentation (its public repository, as of 2026-08-20) leaves open and this package has to decide. Each question can be sent as it stands, or be proposed as a change of the page that it names. The answers belong into [interface.md](../reference/interface.md#what-is-unknown), of which this page is made by \`npm run generate\`. *verify* stands for the claim of that name of \`npm run verify\`.
`;

/** Writes docs/why/questions.md from the page that has the tables: its sections, and in each its questions, numbered through. */
export function openQuestions(page: string): string {
	const sections = [...page.matchAll(/^### Unknown: (\w+)\n(.*?)(?=^#{2,3} |(?![^]))/gms)];
	let number = 0;
	const texts = sections.map(([, name = '', body = '']) => {
		const questions = rowsIn(body).map((question) => `${++number}. ${inWords(question)}`);
		return `## ${name.charAt(0).toUpperCase()}${name.slice(1)}\n\n${questions.join('\n')}\n`;
	});
	return [HEAD, ...texts].join('\n');
}

function rowsIn(body: string): Question[] {
	const rows = [...body.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].slice(1);
	return rows.map(([, what = '', source = '', assumed = '', settledBy = '']) => ({ what, source, assumed, settledBy }));
}

function inWords({ what, source, assumed, settledBy }: Question): string {
	// Links lead on from the page that the rows stand on, which is on another shelf.
	const here = (text: string) =>
		text.replace(/\]\(([\w/-]+\.md)?#/g, (_, file = 'interface.md') => `](../reference/${file}#`);
	return [
		`**Open: ${here(what)}.**`,
		`   - Where it is open: ${here(source)}`,
		`   - What we assume: ${here(assumed)}`,
		`   - What would settle it: ${here(settledBy)}`,
	].join('\n');
}
