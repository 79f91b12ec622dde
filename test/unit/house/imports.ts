import { posix } from 'node:path';
import * as ts from 'typescript';
import type { Sources } from '../../harness/sources';

interface Layer {
	/** The folders whose files may be imported, in addition to the layer's own. */
	readonly folders: readonly string[];
	/** The packages that may be imported; undefined means any. */
	readonly packages?: readonly string[];
}

const pure = ['node:crypto', '@scure/base', '@noble/ed25519', '@noble/hashes'];

/** Which folder may import which others. All folders that are published are listed, and the sandbox. */
const layers: Record<string, Layer> = {
	'nodes/core/domain': { folders: [], packages: pure },
	'nodes/core/http': { folders: ['nodes/core/domain'], packages: [] },
	'nodes/core/payees': { folders: ['nodes/core/domain'], packages: pure },
	'nodes/core/events': { folders: ['nodes/core/domain'], packages: pure },
	'nodes/core/books': { folders: ['nodes/core/domain', 'nodes/core/payees', 'nodes/core/events'], packages: [] },
	'nodes/core/sheets': { folders: ['nodes/core/domain', 'nodes/core/payees'], packages: ['papaparse'] },
	'nodes/core/record': { folders: ['nodes/core/domain', 'nodes/core/payees'], packages: [] },
	'nodes/core/service': {
		folders: ['nodes/core/domain', 'nodes/core/http', 'nodes/core/payees'],
		packages: ['zod', 'node:crypto'],
	},
	'nodes/core/payout': {
		folders: ['domain', 'http', 'payees', 'service', 'record'].map((room) => `nodes/core/${room}`),
		packages: ['zod', 'node:crypto'],
	},
	'nodes/core/operation': {
		folders: ['domain', 'http', 'payees', 'events', 'service', 'payout'].map((room) => `nodes/core/${room}`),
		packages: ['n8n-workflow', 'zod'],
	},
	'nodes/core/n8n': { folders: ['nodes/core'], packages: ['n8n-workflow', 'zod', 'node:crypto'] },
	'nodes/Mavapay': { folders: ['nodes/core'], packages: ['n8n-workflow', 'zod', 'node:crypto'] },
	'nodes/MavapayTrigger': {
		folders: ['nodes/core'],
		packages: ['n8n-workflow', 'zod', 'node:crypto'],
	},
	credentials: {
		folders: ['nodes/core/domain', 'nodes/core/payees', 'nodes/core/service', 'nodes/core/n8n'],
		packages: ['n8n-workflow'],
	},
	// The control page shows the interface description, which the rest of the sandbox must not import.
	'sandbox/control': { folders: ['sandbox', 'interface'] },
	sandbox: { folders: [] },
};

const isWithin = (path: string, folder: string) => path.startsWith(`${folder}/`);

/** The path of every import, also of types alone, and of every `require()`. */
function importsOf(text: string): string[] {
	return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** The path that a relative import leads to, without its extension; undefined for a package. */
function target(from: string, imported: string): string | undefined {
	if (!imported.startsWith('.')) return undefined;
	return posix.join(posix.dirname(from), imported).replace(/\.(ts|json)$/, '');
}

/** A package's name, without the path inside it. */
function packageName(imported: string): string {
	const parts = imported.split('/');
	return imported.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? imported);
}

/** Imports that a layer doesn't allow, and files that belong to no layer. */
export function directionProblems(sources: Sources): string[] {
	const problems: string[] = [];
	for (const [path, text] of sources) {
		const own = Object.keys(layers).find((folder) => isWithin(path, folder));
		const layer = own === undefined ? undefined : layers[own];
		if (own === undefined || layer === undefined) {
			problems.push(`${path} belongs to no part of the house`);
			continue;
		}
		for (const imported of importsOf(text)) {
			const file = target(path, imported);
			const allowed =
				file === undefined
					? (layer.packages?.includes(packageName(imported)) ?? true)
					: [own, ...layer.folders].some((folder) => isWithin(file, folder));
			if (!allowed) problems.push(`${path} imports ${imported}`);
		}
	}
	return problems;
}

/** The files of this project that a file imports. */
function importedFiles(path: string, text: string, sources: Sources): string[] {
	return importsOf(text)
		.filter((imported) => imported.startsWith('.'))
		.map((imported) => posix.join(posix.dirname(path), imported))
		.flatMap((file) => [file, `${file}.ts`, `${file}.js`, `${file}/index.ts`].filter((name) => sources.has(name)));
}

/** Every import cycle, once, as a list of files. Imports of types count too. */
export function importCircles(sources: Sources): string[] {
	const graph = new Map([...sources].map(([path, text]) => [path, importedFiles(path, text, sources)]));
	const circles: string[] = [];
	const done = new Set<string>();
	const visit = (file: string, trail: readonly string[]) => {
		const start = trail.indexOf(file);
		if (start >= 0) circles.push([...trail.slice(start), file].join(' -> '));
		if (start >= 0 || done.has(file)) return;
		for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
		done.add(file);
	};
	for (const file of graph.keys()) visit(file, []);
	return circles;
}
