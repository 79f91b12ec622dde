import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** The checkout: the folder that holds the package's package.json. */
export const checkout = resolve(here, '..', '..');

/** The harness: a small package folder of its own, with n8n and the Node it needs. */
export const harness = join(checkout, 'scripts', 'n8n');

/** The harness with the oldest n8n that the package is meant for; a sibling, so that neither finds the other's modules. */
export const oldestHarness = join(checkout, 'scripts', 'n8n-oldest');

/** Where the build leaves the package that n8n loads. */
export const dist = join(checkout, 'dist');

/** Importable workflows and the payees they pay. */
export const examples = join(checkout, 'examples');
