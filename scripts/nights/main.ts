/**
 * Adds the records of a night to the report by version, and writes its page.
 *
 *   npm run nights                        the records of this checkout: .cache/nights
 *   npm run nights -- folder              those below a folder
 *   npm run nights -- folder report.json  also what another copy of docs/why/report.json keeps
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { joined, page, withRecords, type Kept } from './page';

const checkout = join(__dirname, '..', '..');
const keptFile = join(checkout, 'docs', 'why', 'report.json');
const pageFile = join(checkout, 'docs', 'why', 'report.md');

const version = z.string().regex(/^\d+\.\d+\.\d+[\w.-]*$/);
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const seed = z.string().regex(/^\d+$/);
const part = z.string().regex(/^\w+$/);
const node = z.string().regex(/^\d+$/);
const commit = z.string().regex(/^[0-9a-f]{40}$/);
const amount = z.number().int().nonnegative();
/** Left out by nights before there was any. */
const measured = z
	.array(z.strictObject({ what: z.string(), value: z.number(), target: z.string(), met: z.boolean() }))
	.default([]);
const done = { seconds: amount, passed: amount, failed: amount, counts: z.record(z.string(), amount), measured };
const recordSchema = z.strictObject({ part, version, commit, day, node, seed, ...done, failures: z.array(z.string()) });
const keptSchema = z.strictObject({
	nights: z.array(z.strictObject({ version, commit, day, seed, parts: z.record(z.string(), z.strictObject(done)) })),
	found: z.array(z.strictObject({ version, day, seed, part, node, test: z.string(), cured: z.string().nullable() })),
});

const keptIn = (file: string): Kept => keptSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** The records below a folder, however deep: each artifact of a night comes in a folder of its own. */
function recordsIn(folder: string) {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => recordSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
}

const [folder = join(checkout, '.cache', 'nights'), other] = process.argv.slice(2);
const before = other === undefined ? keptIn(keptFile) : joined(keptIn(keptFile), keptIn(other));
const records = recordsIn(folder);
if (records.length === 0) throw new Error(`There is no record below ${folder}.`);
const kept = withRecords(before, records);
writeFileSync(keptFile, `${JSON.stringify(kept, null, 2)}\n`);
writeFileSync(pageFile, page(kept));
console.log(`${records.length} records of ${kept.nights.length} nights: ${pageFile}`);
