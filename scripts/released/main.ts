/**
 * `npm run keep`: writes down all fields, values, defaults and outputs as they are now. It refuses if a released field,
 * value, default or output has gone or changed unannounced: workflows may use it (docs/why/release.md, *Numbers*).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describedNow, KEPT, lastReleased, unannounced, writeKept } from './described';

const root = join(__dirname, '../..');
const described = describedNow(root);
const last = lastReleased(root);
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const broken = last === null ? [] : unannounced(last.kept, described, { changelog });
if (broken.length > 0) {
	process.stderr.write(`${broken.map((one) => `Since ${last?.version}, ${one}.\n`).join('')}
Nothing was kept: workflows that people stored use these. For each, do one of these:
- give it its released form back;
- give the node the version 1.1, with the released form next to the new one;
- name it in backquotes under *Breaking*, in the part *Unreleased* of CHANGELOG.md: the next release is then a major one, before 1.0.0 a minor one.
`);
	process.exit(1);
}
writeFileSync(join(root, KEPT), writeKept(described));
process.stdout.write(`Kept ${described.size} names, options and members.\n`);
