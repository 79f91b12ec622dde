/** `npm run new` with made-up operations: its files are well-formed, listed everywhere, and have visible gaps. */
import { dirname, join, sep } from 'node:path';
import { compileFunction } from 'node:vm';
import ts from 'typescript';

import { calls as described, samplesOf, type Call } from '../../../interface/index';
import type { Route } from '../../../sandbox/http/routing';
import { withOperation } from '../../../scripts/new';
import { GAP } from '../../../scripts/new/stubs';
import { readWanted, UsageError, type Wanted } from '../../../scripts/new/wanted';
import { isRecord, nameOf, parametersOf, requestsOf, type WrittenCase } from '../../cases/case';
import { run } from '../../harness/operations';
import { only, projectFolder, readProject, withAnyOf, type Sources } from '../../harness/sources';

const project = readProject();

const getColours: Wanted = {
	resource: 'wallet',
	operation: 'getColours',
	effect: 'read',
	method: 'GET',
	path: '/wallet/colours',
	action: 'Get wallet colours',
	description: 'Get the colours that each wallet is shown in',
};
const toSeashells: Wanted = {
	resource: 'withdrawal',
	operation: 'toSeashells',
	effect: 'payment',
	method: 'POST',
	path: '/withdraw/seashells',
	action: 'Withdraw to seashells',
	description: 'Pay in seashells from the NGN wallet',
};
const wanted: readonly Wanted[] = [
	getColours,
	toSeashells,
	{ ...getColours, operation: 'getByCurrency', path: '/wallet', action: 'Get wallet by currency' },
	{
		...{ resource: 'invoiceBook', operation: 'getAll', effect: 'read', method: 'GET', path: '/invoicebook' },
		action: 'Get many invoice books',
		description: 'Get all invoice books of the account',
	},
	{
		...{ resource: 'invoiceBook', operation: 'close', effect: 'write', method: 'PUT', path: '/invoicebook/close' },
		action: 'Close invoice book',
		description: 'Take no more invoices into a book',
	},
	{ ...toSeashells, resource: 'invoiceBook', operation: 'pay', path: '/invoicebook/pay', action: 'Pay book' },
];

/** The files that change if all of the made-up operations are added, one after the other. */
function addedAll(): Sources {
	const changed = new Map<string, string>();
	for (const one of wanted)
		for (const [path, text] of withOperation(new Map([...project, ...changed]), one)) changed.set(path, text);
	return changed;
}

/** Loads modules as they would be with these files in place of the project's own. */
function loader(changed: Sources): (path: string) => Readonly<Record<string, unknown>> {
	const loaded = new Map<string, Record<string, unknown>>();
	const load = (path: string): Record<string, unknown> => {
		const text = changed.get(path);
		if (text === undefined) return jest.requireActual(join(projectFolder, path));
		const module = loaded.get(path) ?? {};
		if (loaded.has(path)) return module;
		loaded.set(path, module);
		const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
		const { outputText, diagnostics } = ts.transpileModule(text, { compilerOptions: options, reportDiagnostics: true });
		expect([path, diagnostics]).toEqual([path, []]);
		const required = (name: string) => {
			if (!name.startsWith('.')) return jest.requireActual(name);
			const place = join(dirname(path), name).split(sep).join('/');
			return load(changed.has(`${place}.ts`) ? `${place}.ts` : place);
		};
		compileFunction(outputText, ['exports', 'require'])(module, required);
		return module;
	};
	return load;
}

const listIn = <T>(module: Readonly<Record<string, unknown>>, isOne: (value: unknown) => value is T): T[] =>
	Object.values(module).flatMap((list) => (Array.isArray(list) ? list.filter((value: unknown) => isOne(value)) : []));

const isCase = (value: unknown): value is WrittenCase => isRecord(value) && 'written' in value && 'operation' in value;
const isCall = (value: unknown): value is Call => isRecord(value) && 'answer' in value && 'see' in value;
const isRoute = (value: unknown): value is Route => isRecord(value) && 'answer' in value && 'access' in value;

const linesAdded = (path: string, changed: Sources): string[] => {
	const had = new Set(project.get(path)?.split('\n'));
	return (changed.get(path) ?? '').split('\n').filter((line) => !had.has(line));
};

describe.each(wanted.map((one) => ({ name: `${one.resource}:${one.operation}`, one })))('$name', ({ name, one }) => {
	const changed = addedAll();
	const load = loader(changed);
	const inFiles = <T>(pattern: RegExp, isOne: (value: unknown) => value is T) =>
		[...only(changed, pattern).keys()].flatMap((path) => listIn(load(path), isOne));

	it('is an operation that does what its case says', async () => {
		const found = inFiles(/^test\/cases\/(?!index)/, isCase).find(({ operation }) => nameOf(operation) === name);
		expect(found?.operation).toMatchObject({ action: one.action, description: one.description });
		if (found === undefined) return;
		const ran = await run(found.operation, parametersOf(found), found.written.replies);
		const sent = ran.requests.map(({ method, path, query = {}, body }) => ({ method, path, query, body }));
		expect(sent).toEqual(requestsOf(found));
		expect(ran.items).toEqual(found.written.items);
	});

	it('has a call of which answers can be drawn, and a route of the sandbox', () => {
		const calls = [...inFiles(/^interface\//, isCall), ...described].filter(
			({ method, path }) => method === one.method && path === one.path,
		);
		expect(calls.length).toBeGreaterThan(0);
		expect(calls.flatMap(({ answer }) => samplesOf(answer)).length).toBeGreaterThan(0);
		const routes = inFiles(/^sandbox\/routes\/(?!index)/, isRoute);
		expect(routes).toContainEqual(expect.objectContaining({ method: one.method, path: one.path }));
	});

	it('is exported, once', () => {
		const exported = `export { ${one.resource}${one.operation[0]?.toUpperCase()}${one.operation.slice(1)} } from`;
		expect(changed.get('nodes/Mavapay/operations/all.ts')?.split(exported)).toHaveLength(2);
	});
});

it('puts a read into seven files, of which five have a gap', () => {
	const changed = withOperation(project, getColours);
	expect([...changed.keys()]).toEqual([
		'nodes/Mavapay/operations/wallet/getColours.ts',
		'nodes/Mavapay/operations/all.ts',
		'test/cases/wallet.ts',
		'interface/callsAccount.ts',
		'sandbox/routes/wallet.ts',
		'README.md',
		'docs/reference/interface.md',
	]);
	expect([...changed].flatMap(([path, text]) => (text.includes(GAP) ? [path] : []))).toHaveLength(5);
	expect(linesAdded('README.md', changed)).toEqual([expect.stringMatching(/^\| Wallet \| .*, Get Colours \|$/)]);
	expect(linesAdded('docs/reference/interface.md', changed)).toEqual([
		'| `GET /wallet/colours` | `wallet: getColours` |',
		'### Get wallet colours',
		expect.stringContaining(GAP),
	]);
	expect(changed.get('interface/callsAccount.ts')).toContain("outputOf: ['wallet:getColours']");
});

it('describes no call again that is described: its row names the operation', () => {
	const changed = addedAll();
	expect(changed.get('interface/callsAccount.ts')).toMatch(/'\/wallet', .*\n\t*outputOf: \['wallet:getByCurrency', '/);
	expect(linesAdded('docs/reference/interface.md', changed).filter((line) => line.includes('getByCurrency'))).toEqual([
		expect.stringMatching(/^\| `GET \/wallet` \| .*, `wallet: getByCurrency` \|$/),
	]);
});

it('puts a payment into the matrix of faults and the list of what an agent may fill', () => {
	const changed = withOperation(project, toSeashells);
	for (const [path, line] of [
		['test/engine/Mavapay/faultMatrix/scenarios.ts', /SCENARIOS.* = \[toSeashells, /],
		['test/unit/operation/toolPolicy.test.ts', /'withdrawal:toSeashells': \[/],
		['sandbox/requests.ts', /withdrawalToSeashells: z\.strictObject/],
	] as const)
		expect([path, changed.get(path)]).toEqual([path, expect.stringMatching(line)]);
});

it('refuses what exists', () => {
	const again = new Map([...project, ...withOperation(project, getColours)]);
	expect(() => withOperation(again, getColours)).toThrow(UsageError);
	expect(() => withOperation(project, { ...getColours, operation: 'getAll' })).toThrow(/wallet:getAll exists already/);
});

describe('the command line', () => {
	const { resource, operation, effect, path, action, description } = getColours;
	const all = ['--effect', effect, '--path', path, '--action', action, '--description', description];

	it('says everything, or leaves it to be asked', async () => {
		expect(await readWanted([resource, operation, ...all], null)).toEqual(getColours);
		const asked: string[] = [];
		const answers = [effect, path, action, `${description}.`];
		const ask = async (question: string) => await Promise.resolve(answers[asked.push(question) - 1] ?? '');
		expect(await readWanted([resource, operation], ask)).toEqual(getColours);
		expect(asked).toHaveLength(4);
		expect(await readWanted(['--help'], null)).toBeNull();
	});

	it.each([
		[[resource], /Two names/],
		[[resource, 'Get colours', ...all], /"Get colours" is no name/],
		[[resource, operation], /--effect is missing/],
		[[resource, operation, '--effect', 'reads'], /none of read, write, payment/],
		[[resource, operation, ...all, '--effect', 'payment', '--method', 'PUT'], /A payment is a POST/],
		[[resource, operation, ...all, '--effect', 'write', '--method', 'GET'], /this is a read/],
		[[resource, operation, ...all, '--path', 'wallet'], /"wallet" is no path/],
		[[resource, operation, ...all, '--colour', 'red'], /colour/],
	])('refuses %j', async (args, message) => {
		await expect(readWanted(args, null)).rejects.toThrow(message);
	});
});

it('no gap that `npm run new` left is still open: where one is, write what it asks for and delete its mark', () => {
	expect(withAnyOf(only(project, /\.(ts|md)$/), [GAP])).toEqual([]);
});
