/** The package as users get it: built, packed and unpacked, then loaded from there. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import * as z from 'zod';

const run = promisify(execFile);

const packed = z.object({ folder: z.string(), tarball: z.string() });

/** The paths of the unpacked package and of its tarball. */
export type Built = z.infer<typeof packed>;

/** Builds and packs the package. Waits while another build of this checkout runs. */
export async function buildPackage(): Promise<Built> {
	const { stdout } = await run(process.execPath, [join(__dirname, 'pack.mjs')]);
	return packed.parse(JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1)));
}

export function loadNode({ folder }: Built): INodeType {
	return construct(join(folder, 'dist', 'nodes', 'Mavapay', 'Mavapay.node.js'), 'Mavapay');
}

export function loadCredential({ folder }: Built): ICredentialType {
	return construct(join(folder, 'dist', 'credentials', 'MavapayApi.credentials.js'), 'MavapayApi');
}

function construct<T>(file: string, name: string): T {
	const loaded: Record<string, new () => T> = createRequire(__filename)(file);
	const constructor = loaded[name];
	if (constructor === undefined) throw new Error(`${file} holds no ${name}`);
	return new constructor();
}
