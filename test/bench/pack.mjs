// Builds, packs and unpacks the package in the checkout's ignored cache, and prints the paths as JSON.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAndPack } from '../../scripts/lib/build.mjs';
import { checkout } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/processes.mjs';

const into = join(checkout, '.cache', 'bench');
await rm(into, { recursive: true, force: true });
await mkdir(into, { recursive: true });
const { file } = await buildAndPack(into);
await run({ name: 'tar', command: 'tar', args: ['-xzf', file, '-C', into] });
process.stdout.write(`\n${JSON.stringify({ folder: join(into, 'package'), tarball: file })}\n`);
