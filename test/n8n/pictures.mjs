// Writes the pictures of README, docs and examples, each with the labels that can be read in it.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkout } from '../../scripts/lib/paths.mjs';

const images = join(checkout, 'docs', 'images');
/** The labels by name of the picture; test/unit/docs/pictures.test.ts compares them with the nodes and examples. */
const labelsFile = join(images, 'labels.json');
const screenshots = join(checkout, '.cache', 'screenshots');

/**
 * Writes a picture into .cache/screenshots, and compares its labels with the labels of the picture in docs/images. With
 * KEEP_PICTURES=1, the new picture and its labels replace the ones in docs/images.
 *
 * @param {string} name of its file in docs/images, without the ending
 * @param {Buffer} png
 * @param {string[]} labels
 */
export async function keepPicture(name, png, labels) {
	const isKept = process.env.KEEP_PICTURES === '1';
	const file = `${name.replaceAll('/', '-')}.png`;
	await mkdir(screenshots, { recursive: true });
	await writeFile(join(screenshots, file), png);
	const kept = JSON.parse(await readFile(labelsFile, 'utf8'));
	if (!isKept) return assert.deepEqual(labels, kept[name], `KEEP_PICTURES=1 takes docs/images/${name}.png anew`);
	await writeFile(join(images, `${name}.png`), png);
	const sorted = Object.entries({ ...kept, [name]: labels }).sort(([a], [b]) => (a < b ? -1 : 1));
	const lines = sorted.map(([key, all]) => `\t${JSON.stringify(key)}: ${JSON.stringify(all)}`);
	return writeFile(labelsFile, `{\n${lines.join(',\n')}\n}\n`);
}
