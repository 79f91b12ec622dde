/** The labels that the pictures of README, docs and examples show are still those of the package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { operations } from '../../../nodes/Mavapay/operations';
import { wholePreview } from '../../../scripts/generate/previewSchema';
import { only, readProject } from '../../harness/sources';

const root = join(__dirname, '../../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const kept = Object.entries<string[]>(Object(read('docs/images/labels.json')));

/** The operation whose output, with Simplify off, a picture shows. */
const OUTPUTS: Readonly<Record<string, string>> = {
	payout: 'withdrawal/toBankAccount',
	prepare: 'prepare/toBankAccount',
	resolve: 'payoutReference/resolve',
	'get-new': 'transaction/getNew',
	reconcile: 'transaction/reconcile',
};

const isPart = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The names of all members of a JSON schema. */
const members = (schema: unknown): string[] =>
	Object.entries(Object(schema)).flatMap(([key, part]) => [
		...(key === 'properties' ? Object.keys(Object(part)) : []),
		...(isPart(part) ? members(part) : []),
	]);

/** Everything that the description calls a field, options of collections included. */
const displayNames = (part: unknown): string[] =>
	Object.entries(Object(part)).flatMap(([key, value]) =>
		isPart(value) ? displayNames(value) : key === 'displayName' ? [String(value)] : [],
	);

function labelsNow(name: string): string[] {
	if (name === 'first-payout') return ['Credential', ...displayNames(new Mavapay().description.properties)];
	if (name === 'paid-list' || name === 'mail')
		return readFileSync(join(root, 'examples/payouts.csv'), 'utf8')
			.split('\n')
			.flatMap((line) => line.split(',')[1] ?? []);
	const [folder, example] = name.split('/');
	if (folder === 'examples')
		return Object(read(`examples/${example}.json`)).nodes.map((node: object) => Object(node).name);
	const shown = operations.find(({ resource, operation }) => `${resource}/${operation}` === OUTPUTS[name]);
	return shown === undefined ? [] : members(wholePreview(shown));
}

it('every picture of a document has its labels kept', () => {
	const shown = [...only(readProject(), /^(README|docs\/.*|examples\/README)\.md$/).values()].flatMap((text) =>
		Array.from(text.matchAll(/images\/([\w/-]+)\.png/g), ([, name = '']) => name),
	);
	expect(kept.map(([name]) => name)).toEqual([...new Set(shown)].sort());
});

it.each(kept)('%s.png shows what is there', (name, labels) => {
	const now = new Set(labelsNow(name));
	expect(labels.length).toBeGreaterThan(2);
	expect(labels.filter((label) => !now.has(label))).toEqual([]);
});

it('finds a label that is gone', () => {
	expect(labelsNow('prepare')).not.toContain('duplicates of it');
	expect(labelsNow('first-payout')).toContain('Payout Reference');
	expect(labelsNow('examples/payment-link')).toContain('Make the link');
});
