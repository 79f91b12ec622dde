/** What the mails of an example may say, and to whom they go. */
import type { INode } from 'n8n-workflow';
import { isOurs, kind, mailed, text, type Example } from './example';

/** Names of members that an outsider can have written, such as a supplier. */
const NAMES =
	/\.(?:reference|customerReference|payee|payeeName|accountName|supplier|employee|customer|name|address|fileName)\b/;
/** Values in quotes or in a link, which are safe. So is the workflow's name: its owner chose it. */
const QUOTED = /(?:JSON\.stringify|encodeURIComponent)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\.workflow\.name\b/g;

/** In a mail, a name, a reference or a text from the file is in quotes and on one line. */
export const unquotedNames = (example: Example): string[] =>
	mailed(example)
		.filter((mail) =>
			[mail.subject, mail.text].some((written) =>
				NAMES.test((written.match(/\{\{[^]*?\}\}/g) ?? []).join('').replace(QUOTED, '')),
			),
		)
		.map(({ name }) => `'${name}' has a name or a reference without quotes`);

/**
 * Mail programs and chats turn text that looks like an address into a link; *Summarize* prevents that in its own text.
 */
const NO_LINKS = "replace(/[.:](?=[\\p{L}/])/gu, '$& ')";
export const linksOfOthers = (example: Example): string[] =>
	mailed(example)
		.filter(({ text: body }) =>
			(body.match(/\{\{[^]*?\}\}/g) ?? []).some((part) => part.includes('JSON.stringify(') && !part.includes(NO_LINKS)),
		)
		.map(({ name }) => `'${name}' may show a link that somebody else wrote`);

/** A chat refuses a long text, so the question holds the last message of *Summarize*; the others are sent before it. */
export const longMessages = ({ nodes }: Example): string[] =>
	nodes
		.filter((node) => ['slack', 'telegram'].includes(kind(node)))
		.filter(({ parameters }) => /json\.text\b/.test(text(parameters.text) + text(parameters.message)))
		.map(({ name }) => `'${name}' may be too long for its chat`);

/** All addresses are in *Settings*, including the one for alarms, and a note says so. */
export function scatteredAddresses({ nodes }: Example): string[] {
	const isNote = (node: INode) => kind(node) === 'stickyNote';
	const settings = nodes.find(({ name }) => name === 'Settings');
	const mails = nodes.filter((node) => kind(node).startsWith('emailSend'));
	if (mails.length === 0) return [];
	const notes = nodes.filter(isNote).map(({ parameters }) => text(parameters.content));
	const elsewhere = nodes
		.filter((node) => node !== settings && !isNote(node) && /@example\.com/.test(JSON.stringify(node.parameters)))
		.map(({ name }) => `'${name}' has an address of its own`);
	const isSaid = notes.some((note) => /address[^.]*\*Settings\*|\*Settings\*[^.]*address/.test(note));
	const said = isSaid ? [] : ['no note says that addresses are in Settings'];
	return [...elsewhere, ...said];
}

/** On import, n8n gives all our nodes the newest credential, so each node shows on the canvas which key it needs. */
export const unsaidKeys = ({ nodes }: Example): string[] =>
	nodes
		.filter((node) => isOurs(node) && node.credentials?.mavapayApi !== undefined)
		.filter(({ credentials, notes, notesInFlow }) => {
			const [key] = /(READ|WRITE) key/.exec(text(credentials?.mavapayApi?.name)) ?? [];
			return notes !== key || notesInFlow !== true;
		})
		.map(({ name }) => `'${name}' doesn't say on the canvas which key it needs`);

/** The canvas opens zoomed out, so a note has a large heading and at most a screen of text. */
export function longNotes({ nodes }: Example): string[] {
	const notes = nodes.filter((node) => kind(node) === 'stickyNote').map(({ parameters }) => text(parameters.content));
	return [
		...notes.filter((note) => !/^# .{1,60}\n/.test(note)).map((note) => `a note begins with '${note.slice(0, 70)}'`),
		...(notes.join('').length > 600 ? ['its notes have more than 600 letters'] : []),
	];
}

/** A *Settings* node that isn't connected looks left over, and never runs. */
export const settingsAlone = ({ nodes, connections }: Example): string[] =>
	nodes.some(({ name }) => name === 'Settings') &&
	(connections.Settings === undefined || !JSON.stringify(connections).includes('"node":"Settings"'))
		? ["'Settings' is not connected"]
		: [];
