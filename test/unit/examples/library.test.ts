/** Five examples have the form that n8n's library of templates asks for: a note that says how it works and how to set it up. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kind, text, type Example } from './example';

const FOR_THE_LIBRARY = [
	'agent-with-human-review',
	'google-sheet-events',
	'google-sheet-payouts',
	'nightly-reconciliation',
	'payroll-with-error-mail',
];

/** The reasons for which n8n's template library would send an example back to its author. */
function sentBackFor({ nodes }: Example): string[] {
	const [note = ''] = nodes
		.filter((node) => kind(node) === 'stickyNote')
		.map(({ parameters }) => text(parameters.content));
	const [title = '', works = '', setup = ''] = note.split(/^### (?:How it works|Setup)$/m);
	const isNumbered = (part: string) => /^\s*1\. \S/.test(part) && /^2\. \S/m.test(part);
	return [
		/^# \S.*\n+$/.test(title) ? [] : ['the note does not begin with its title'],
		isNumbered(works) ? [] : ["no steps under 'How it works'"],
		isNumbered(setup) ? [] : ["no steps under 'Setup'"],
		/community node \*n8n-nodes-mavapay\*/.test(setup) ? [] : ['no word on the community node'],
	].flat();
}

it('catches a note in another form', () => {
	const noted = (content: string): Example => ({
		nodes: [
			{
				...{ id: '1', name: 'Note', type: 'n8n-nodes-base.stickyNote', typeVersion: 1, position: [0, 0] },
				parameters: { content },
			},
		],
		connections: {},
	});
	expect(sentBackFor(noted('Pay\nPays.'))).toHaveLength(4);
});

it.each(FOR_THE_LIBRARY)('%s', (name) => {
	const example: Example = JSON.parse(readFileSync(join(__dirname, `../../../examples/${name}.json`), 'utf8'));
	expect(sentBackFor(example)).toEqual([]);
});
