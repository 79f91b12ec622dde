/** The examples as the editor draws them: everything can be read. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { examples } from '../../scripts/lib/paths.mjs';
import { headingHeight, overlapping, photograph } from './canvas.mjs';
import { openEditor } from './editorPage.mjs';
import { keepPicture } from './pictures.mjs';
import { packedFor } from './tarball.mjs';

/** @type {import('../../scripts/demo/instance.mjs').Instance} */
let instance;
/** @type {import('./editorPage.mjs').Editor} */
let editor;
before(async () => {
	instance = await startInstance({ tarball: await packedFor('canvas') });
	editor = await openEditor({ url: instance.n8n.url, owner: instance.owner });
});
after(async () => {
	await editor?.close();
	await instance?.dispose();
});

const names = readdirSync(examples)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.slice(0, -'.json'.length));
for (const name of names) {
	test(`${name} is laid out so that everything can be read`, async () => {
		const id = instance.workflows[name]?.id ?? '';
		const height = await headingHeight(editor, id);
		assert.ok(height >= 9, `its heading is ${height} px high at first`);
		const { png, boxes, overfull } = await photograph(editor, id);
		assert.deepEqual(overlapping(boxes), []);
		assert.deepEqual(overfull, []);
		const names = boxes.map((box) => box.name).sort();
		await keepPicture(`examples/${name}`, png, names);
	});
}
