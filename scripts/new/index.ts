/** A new operation, written into the sources: its stubs, and its name in every list that has to have it. */
import { inWords } from '../../nodes/core/domain/text';
import { nameInWords } from '../../nodes/core/operation/define';
import { insertedBefore, withElement, withImport, withLineBehind } from './edits';
import {
	bodyStub,
	callStub,
	caseNames,
	caseStub,
	constantOf,
	keyOf,
	operationFile,
	placeOf,
	routeStub,
	scenarioStub,
	sectionStub,
} from './stubs';
import { UsageError, type Wanted } from './wanted';

type Sources = ReadonlyMap<string, string>;

const ALL = 'nodes/Mavapay/operations/all.ts';
const INTERFACE = 'docs/reference/interface.md';
const SCENARIOS = 'test/engine/Mavapay/faultMatrix/scenarios.ts';
const TOOL_POLICY = 'test/unit/operation/toolPolicy.test.ts';

/** The sources, with the changes made so far. */
class Draft {
	readonly changed = new Map<string, string>();

	constructor(private readonly sources: Sources) {}

	find(path: string): string | undefined {
		return this.changed.get(path) ?? this.sources.get(path);
	}

	/** Changes a file's text. Throws Error if the project has no such file. */
	edit(path: string, edit: (text: string) => string): void {
		const text = this.find(path);
		if (text === undefined) throw new Error(`There is no ${path}`);
		this.changed.set(path, edit(text));
	}

	write(path: string, text: string): void {
		this.changed.set(path, text);
	}

	/** The paths that a pattern matches. */
	paths(pattern: RegExp): string[] {
		return [...new Set([...this.sources.keys(), ...this.changed.keys()])].filter((path) => pattern.test(path));
	}
}

/** The files that a new operation changes, with their new text. Throws UsageError if the operation exists already. */
export function withOperation(sources: Sources, wanted: Wanted): ReadonlyMap<string, string> {
	const draft = new Draft(sources);
	const file = `nodes/Mavapay/operations/${wanted.resource}/${wanted.operation}.ts`;
	const exported = `export { ${constantOf(wanted)} } from './${wanted.resource}/${wanted.operation}';`;
	if (draft.find(file) !== undefined || new RegExp(`\\b${constantOf(wanted)}\\b`).test(draft.find(ALL) ?? ''))
		throw new UsageError(`${keyOf(wanted)} exists already: ${file}`);
	const described = describedCall(draft, wanted);
	draft.write(file, operationFile(wanted, described?.see ?? placeOf(wanted)));
	draft.edit(ALL, (text) => withLineBehind(text, [`export { ${wanted.resource}`, 'export {'], exported));
	addCase(draft, wanted);
	if (described === null) addCall(draft, wanted);
	else if (wanted.effect !== 'payment') draft.edit(described.file, (text) => withOutput(text, described.row, wanted));
	addToDocs(draft, wanted, described !== null);
	if (wanted.effect === 'payment') addPayment(draft, wanted);
	return draft.changed;
}

/** The row of `interface/` that already describes the operation's call, if there is one. */
function describedCall(draft: Draft, { method, path }: Wanted) {
	const row = `row('${method}', '${path}',`;
	const file = draft.paths(/^interface\/calls\w+\.ts$/).find((one) => draft.find(one)?.includes(row));
	if (file === undefined) return null;
	const [, see = ''] =
		new RegExp(`'${path}',\\s*'(docs/reference/interface\\.md#[\\w-]+)'`).exec(draft.find(file) ?? '') ?? [];
	return { file, row, see };
}

/** The text with the operation added to `outputOf` in the row. */
function withOutput(text: string, row: string, wanted: Wanted): string {
	const at = text.indexOf('{', text.indexOf(row)) + 1;
	const rest = text.slice(at);
	const listed = rest.replace(/^\s*outputOf: \[/, (start) => `${start}'${keyOf(wanted)}', `);
	return text.slice(0, at) + (listed === rest ? `outputOf: ['${keyOf(wanted)}'],${rest}` : listed);
}

function addCase(draft: Draft, wanted: Wanted): void {
	const { resource, operation } = wanted;
	const path = `test/cases/${resource}.ts`;
	const list = `${resource}Cases`;
	const start = `export const ${list}: readonly Case[] = [`;
	if (draft.find(path) === undefined) {
		draft.write(path, `import { type Case } from './case';\n\n${start}\n];\n`);
		draft.edit('test/cases/index.ts', (text) =>
			withElement(
				withImport(text, `./${resource}`, [list]),
				'export const cases: readonly Case[] = [',
				`\t...${list},`,
			),
		);
	}
	draft.edit(path, (text) => {
		const made = withImport(text, `../../nodes/Mavapay/operations/${resource}/${operation}`, [constantOf(wanted)]);
		const named = withImport(made, './case', caseNames(wanted));
		const paid = wanted.effect === 'payment' && resource !== 'withdrawal';
		return withElement(paid ? withImport(named, './withdrawal', ['accepted']) : named, start, caseStub(wanted));
	});
}

/** The file that matches `pattern` and already has a path with the same first part as the operation's path. */
function fileWithPath(draft: Draft, pattern: RegExp, { path }: Wanted): string | undefined {
	const first = path.split('/')[1] ?? '';
	const near = new RegExp(`'/${first}[/']`);
	return draft.paths(pattern).find((one) => near.test(draft.find(one) ?? ''));
}

/** Adds a new call to `interface/`, and a route to the sandbox that answers the call. */
function addCall(draft: Draft, wanted: Wanted): void {
	const paid = wanted.effect === 'payment';
	const { row, imports } = callStub(wanted);
	const usual = `interface/calls${paid ? 'Money' : 'Account'}.ts`;
	draft.edit(paid ? usual : (fileWithPath(draft, /^interface\/calls\w+\.ts$/, wanted) ?? usual), (text) => {
		const [start = ''] = /^export const \w+: readonly Call\[\] = \[/m.exec(text) ?? [];
		const added = withElement(text, start, row);
		return Object.entries(imports).reduce((so, [from, names]) => withImport(so, from, names), added);
	});
	const routes = paid ? 'sandbox/routes/withdraw.ts' : fileWithPath(draft, /^sandbox\/routes\/\w+\.ts$/, wanted);
	const path = routes ?? newRoutes(draft, wanted);
	draft.edit(path, (text) => {
		const [start = ''] = /^export const \w+: Route\[\] = \[/m.exec(text) ?? [];
		const named = withImport(withElement(text, start, routeStub(wanted)), '../requests', ['bodies', 'queries']);
		return paid ? named : withImport(named, '../http/routing', ['ok', 'route']);
	});
	if (paid) draft.edit('sandbox/requests.ts', (text) => withElement(text, 'export const bodies = {', bodyStub(wanted)));
}

function newRoutes(draft: Draft, { resource }: Wanted): string {
	const path = `sandbox/routes/${resource}.ts`;
	const list = `${resource}Routes`;
	draft.write(path, `import { type Route } from '../http/routing';\n\nexport const ${list}: Route[] = [\n];\n`);
	draft.edit('sandbox/routes/index.ts', (text) =>
		withElement(
			withImport(text, `./${resource}`, [list]),
			'export const SERVICE_ROUTES: readonly Route[] = [',
			`\t...${list},`,
		),
	);
	return path;
}

/** Adds rows to README and docs/reference/interface.md, and a section if the call is new. */
function addToDocs(draft: Draft, wanted: Wanted, isDescribed: boolean): void {
	const { resource, operation, method, path } = wanted;
	const label = inWords(resource);
	const name = nameInWords(operation);
	draft.edit('README.md', (text) => {
		const row = new RegExp(`^(\\| ${label} \\| .*) \\|$`, 'm');
		if (row.test(text)) return text.replace(row, `$1, ${name} |`);
		const [, rows = ''] = /^## Operations\n\n((?:\|.*\n)+)/m.exec(text) ?? [];
		return text.replace(rows, `${rows}| ${label} | ${name} |\n`);
	});
	const named = `\`${resource}: ${operation}\``;
	draft.edit(INTERFACE, (text) => {
		const call = `| \`${method} ${path}\``;
		if (isDescribed) return text.replace(new RegExp(`^(${escaped(call)}.*) \\|$`, 'm'), `$1, ${named} |`);
		const [, rows = ''] = /^## Calls\n[^|]*((?:\|.*\n)+)/m.exec(text) ?? [];
		const listed = text.replace(rows, `${rows}${call} | ${named} |\n`);
		return insertedBefore(listed, '## Calls', '## ', sectionStub(wanted));
	});
}

const escaped = (text: string) => text.replace(/[|/.]/g, '\\$&');

/** Adds a payment to the tests with faults (faultMatrix), and to the list of fields that an agent may fill. */
function addPayment(draft: Draft, wanted: Wanted): void {
	const { operation } = wanted;
	draft.edit(SCENARIOS, (text) => {
		const list = /^export const SCENARIOS: readonly Scenario\[\] = \[/m;
		return text.replace(list, (start) => `${scenarioStub(wanted)}\n${start}${operation}, `);
	});
	draft.edit(TOOL_POLICY, (text) =>
		withElement(
			text,
			'const MAY_FILL: Readonly<Record<string, readonly string[]>> = {',
			`\t'${keyOf(wanted)}': ['bank', 'accountNumber', 'amount', 'reason'],`,
		),
	);
}
