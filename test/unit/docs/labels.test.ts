/** Names in italics or bold on the pages of docs/start and docs/how-to are names in the editor, spelt the same. */
import { MavapayApi } from '../../../credentials/MavapayApi.credentials';
import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { MavapayTrigger } from '../../../nodes/MavapayTrigger/MavapayTrigger.node';
import { only, readProject } from '../../harness/sources';

const pages = only(readProject(), /^docs\/(start|how-to)\/.*\.md$/);

/** All names that a description shows somewhere. */
function* namesIn(value: unknown): Generator<string> {
	if (Array.isArray(value)) for (const one of value) yield* namesIn(one);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
	for (const [key, one] of Object.entries(value)) {
		if (['displayName', 'name', 'action'].includes(key) && typeof one === 'string') yield one;
		yield* namesIn(one);
	}
}
const described = [new Mavapay().description, new MavapayTrigger().description, new MavapayApi()];
const ours = new Set([...namesIn(described)].map((one) => one.toLowerCase()));

/** Names that aren't ours: n8n's nodes, settings and buttons, and names from examples and from Mavapay. */
const OTHERS = new Set([
	...[
		'Approve Within Chat',
		'Capture Who Responded',
		'Restrict Who Can Approve',
		'Human review',
		'Limit Wait Time',
		'Interactivity',
	],
	...['Send and Wait for Response', 'Choose Branch', 'If', 'Merge', 'Convert to File'],
	...['Schedule Trigger', 'Form Trigger', 'Chat Trigger', 'Settings', 'Version history'],
	...[
		'Community nodes',
		'Install',
		'Connect to Mavapay',
		'Copy workflow',
		'Execute step',
		'Import from File',
		'Import',
		'From file',
		'Publish',
		'Unpublish',
	],
	...['On Error', 'Stop Workflow', 'Retry', 'Retry On Fail', 'Custom API Call'],
	...['Something is wrong', "Don't pay", 'All Wallets', 'READ key', 'WRITE key', 'WRITE', 'Plc'],
	...['In the same workflow', 'Unknown', 'Accepted', 'Rules for this key'],
]);

/** The emphasised texts of a page that aren't sentences; a path such as *Payout → Summarize* gives two names. */
function namedIn(page: string): string[] {
	const prose = page.replace(/^```[^]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
	const emphasised = Array.from(prose.matchAll(/(\*{1,2})(\p{Lu}[^*\n]*?)\1/gu), ([, , text = '']) => text);
	return emphasised.filter((text) => !/[.?!:,]$/.test(text)).flatMap((text) => text.split(/ → |: /));
}

it('is told from sentences that are emphasised', () => {
	expect(namedIn('*Amount*, **Payout → Summarize** and **This is so.** `*No*`')).toEqual([
		'Amount',
		'Payout',
		'Summarize',
	]);
	expect(ours.has('payout reference')).toBe(true);
});

it.each([...pages])('%s names what is there', (_, page) => {
	const absent = namedIn(page).filter((name) => !ours.has(name.toLowerCase()) && !OTHERS.has(name));
	expect(absent).toEqual([]);
});

it('lists no name of others that no page has', () => {
	const named = new Set([...pages.values()].flatMap(namedIn));
	expect([...OTHERS].filter((name) => !named.has(name) || ours.has(name.toLowerCase()))).toEqual([]);
});
