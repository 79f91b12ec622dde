/** `npm run keep`: keeps the description as it is, as the one that stored workflows rest on. docs/why/release.md */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describedNow, writeKept } from './described';

const root = join(__dirname, '../..');
const described = describedNow(root);
writeFileSync(join(root, 'scripts', 'released', 'description.tsv'), writeKept(described));
process.stdout.write(`Kept ${described.size} names, options and members.\n`);
