import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** The checkout: the folder that holds the package's package.json. */
export const checkout = resolve(here, '..', '..');

/** The harness: a small separate package that installs n8n and the Node that n8n needs. */
export const harness = join(checkout, 'scripts', 'n8n');

/** The harness with the oldest supported n8n: a sibling folder, so that neither harness finds the other's modules. */
export const oldestHarness = join(checkout, 'scripts', 'n8n-oldest');

/** Where the build leaves the package that n8n loads. */
export const dist = join(checkout, 'dist');

/** Importable workflows and the payees they pay. */
export const examples = join(checkout, 'examples');
