/** The small files that n8n loads at its start describe and run a node as the node's whole file does. */
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';

import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { MavapayTrigger } from '../../../nodes/MavapayTrigger/MavapayTrigger.node';

interface Order {
	name: string;
	node: object;
	source: string;
	running: string;
}

interface Loaded {
	description: Record<string, unknown>;
	[member: string]: unknown;
}

const { nodeFiles }: { nodeFiles: (order: Order) => { code: string; description: string } } = createRequire(__filename)(
	'../../../scripts/build/nodeFile',
);

/** Loads a node's small files, and counts how often they load the whole node. */
function load(name: string, Whole: new () => object) {
	const { code, description } = nodeFiles({ name, node: new Whole(), source: 'node.ts', running: '../running.js' });
	const required: string[] = [];
	const exported: Record<string, new () => Loaded> = {};
	const require = (path: string): unknown => {
		if (path === './description.json') return JSON.parse(description);
		required.push(path);
		return { [name]: Whole };
	};
	runInNewContext(code, { exports: exported, require });
	const Light = exported[name];
	if (Light === undefined) throw new Error(`The file exports no ${name}`);
	return { Light, required };
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the files of a node', () => {
	it.each([
		['Mavapay', Mavapay],
		['MavapayTrigger', MavapayTrigger],
	])('describes %s as the node itself does, without loading it', (name, Whole) => {
		const { Light, required } = load(name, Whole);
		const light = new Light();
		expect(plain(light.description)).toEqual(plain(new Whole().description));
		expect(light.constructor.name).toBe(name);
		expect(required).toEqual([]);
	});

	it.each([
		['Mavapay', Mavapay],
		['MavapayTrigger', MavapayTrigger],
	])('has every method of %s, in its place', (name, Whole) => {
		const { Light } = load(name, Whole);
		expect(namesOf(new Light())).toEqual(namesOf(new Whole()));
	});

	it('runs the whole node, with what n8n calls it with, and loads it once', async () => {
		class Toy {
			description = { name: 'toy', properties: [] };
			methods = { listSearch: { search: (...given: unknown[]) => given } };
			execute(this: unknown, ...given: unknown[]) {
				return Promise.resolve([this, ...given]);
			}
		}
		const { Light, required } = load('Toy', Toy);
		const light = new Light();
		const context = { some: 'context' };
		expect(await Reflect.apply(functionOf(light.execute), context, [1, 2])).toEqual([context, 1, 2]);
		expect(
			Reflect.apply(
				functionOf(Reflect.get(Object(Reflect.get(Object(light.methods), 'listSearch')), 'search')),
				context,
				['filter'],
			),
		).toEqual(['filter']);
		expect(required).toEqual(['../running.js']);
	});

	it.each([[undefined], [() => 1], [1n], [Symbol('x')]])('are not written where a description holds %p', (value) => {
		class Odd {
			description = { name: 'odd', value };
		}
		expect(() => load('Odd', Odd)).toThrow('must be JSON');
	});
});

/** The paths of all functions of a node. */
function namesOf(node: object): string[] {
	const own = Object.entries(node).flatMap(([name, value]) => (name === 'description' ? [] : pathsOf(value, name)));
	return [...own, ...Object.getOwnPropertyNames(Object.getPrototypeOf(node))].sort();
}

function pathsOf(value: unknown, path: string): string[] {
	if (typeof value === 'function') return [path];
	if (typeof value !== 'object' || value === null) throw new Error(`${path} is no function`);
	return Object.entries(value).flatMap(([name, member]) => pathsOf(member, `${path}.${name}`));
}

function functionOf(value: unknown) {
	if (typeof value !== 'function') throw new Error('This is no function');
	return value;
}
