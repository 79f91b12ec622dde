/**
 * How often n8n's own search for nodes, used in its nodes panel and its AI workflow builder, finds this package by plain
 * phrases, and how often it lists the package first. The search runs over n8n's own nodes and ours.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { tsImport } from 'tsx/esm/api';
import { checkout } from '../../scripts/lib/paths.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { PHRASES } from './phrases.mjs';

/**
 * The least percentage of phrases for which n8n lists the package among the first five nodes; `FIRST`: as the first. n8n
 * searches word by word, and a node's name counts more than its other words: with *trigger*, *webhook*, *invoice* or
 * *send*, n8n lists nodes with these names first.
 */
const FOUND = 98;
const FIRST = 85;

const harness = createRequire(join(checkout, 'scripts', 'n8n', 'package.json'));
const json = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'));

/** A node of ours as n8n loads it: its description, with its codex. @param {string} name */
async function ownNode(name) {
	const file = join(checkout, 'nodes', name, `${name}.node`);
	const { [name]: Node } = await tsImport(`${file}.ts`, import.meta.url);
	const { node: type, ...codex } = json(`${file}.json`);
	return { ...new Node().description, name: type, codex };
}

/** All nodes of one of n8n's own packages. @param {string} name */
const nodesOf = (name) =>
	json(join(checkout, 'scripts/n8n/node_modules', name, 'dist/types/nodes.json')).map(
		(/** @type {{name: string}} */ node) => ({ ...node, name: `${name}.${node.name}` }),
	);

/** @typedef {import('n8n-workflow').INodeTypeDescription} Description */
/** @type {Description[]} */
let shipped;
/** @type {Description[]} */
let own;
/** @type {{searchNodeTypes(query: string, limit: number): Array<{id: string}>}} */
let catalogue;
before(async () => {
	await ensureHarness(undefined, 'newest');
	const { NodeTypeParser } = harness('@n8n/ai-utilities/node-catalog');
	shipped = [...nodesOf('n8n-nodes-base'), ...nodesOf('@n8n/n8n-nodes-langchain')];
	assert.ok(shipped.length > 400);
	own = [await ownNode('Mavapay'), await ownNode('MavapayTrigger')];
	catalogue = new NodeTypeParser([...shipped, ...own]);
});

/** The place of the package among the first five, from 0; -1 if it isn't there. @param {string} phrase */
const placeOf = (phrase) =>
	catalogue.searchNodeTypes(phrase, 5).findIndex(({ id }) => id.startsWith('n8n-nodes-mavapay.'));

test('plain phrases of finance, shops and developers find the package', (context) => {
	const places = Object.values(PHRASES)
		.flat()
		.map((phrase) => ({ phrase, place: placeOf(phrase) }));
	assert.ok(places.length >= 40);
	const lost = places.filter(({ place }) => place < 0).map(({ phrase }) => phrase);
	const later = places.filter(({ place }) => place > 0).map(({ phrase }) => phrase);
	const [found, first] = [places.length - lost.length, places.length - lost.length - later.length];
	context.diagnostic(
		`${found} of ${places.length} found, ${first} first. Lost: ${lost.join(', ')}. Later: ${later.join(', ')}`,
	);
	assert.ok(found * 100 >= places.length * FOUND, `lost: ${lost.join(', ')}`);
	assert.ok(first * 100 >= places.length * FIRST, `not first: ${later.join(', ')}`);
});

test('phrases of what the package does not do find others', () => {
	for (const phrase of ['send email', 'spreadsheet', 'calendar event', 'image editing', 'card subscription'])
		assert.notEqual(placeOf(phrase), 0, phrase);
});

test('no example holds a node that n8n calls deprecated, which it hides', () => {
	const hidden = new Map();
	for (const { name, version, hidden: isHidden } of shipped)
		for (const one of [version].flat()) hidden.set(`${name}@${one}`, isHidden === true);
	const isDeprecated = (/** @type {{type: string, typeVersion: number}} */ { type, typeVersion }) =>
		hidden.get(`${type}@${typeVersion}`) === true;
	assert.ok(isDeprecated({ type: 'n8n-nodes-base.function', typeVersion: 1 }));
	const files = readdirSync(join(checkout, 'examples')).filter((file) => file.endsWith('.json'));
	assert.ok(files.length > 10);
	const held = files.flatMap((file) =>
		json(join(checkout, 'examples', file))
			.nodes.filter(isDeprecated)
			.map((/** @type {{type: string}} */ one) => `${file}: ${one.type}`),
	);
	assert.deepEqual(held, []);
});
