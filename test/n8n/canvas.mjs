// The canvas of a workflow as it looks when somebody has just imported it.

import { waitFor } from '../../scripts/lib/waiting.mjs';
import { smallPng } from './smallPng.mjs';

/** Buttons and labels of the editor that would cover the workflow. */
const hidden = [
	'.vue-flow__panel',
	'[data-test-id="logs-panel"]',
	'[data-test-id="canvas-handle-plus-wrapper"]',
	'[data-test-id="node-creator-plus-button"]',
	'[data-test-id="command-bar-button"]',
	'[data-test-id="add-sticky-button"]',
	'[data-test-id="toggle-focus-panel-button"]',
	'[data-test-id="execute-node-button"]',
	'[data-test-id^="execute-workflow-button-"]',
	'.el-notification',
].join(', ');
const largestZoom = 0.8;
const widest = 1900;
const margin = 24;
/** Pixels that the editor takes around the canvas: `width` at the left, `top` at the top, `height` top and bottom. */
const frame = { width: 42, height: 260, top: 66 };

/** @typedef {{name: string, x: number, y: number, width: number, height: number}} Box */

/**
 * Photographs a workflow in the editor.
 *
 * @param {import('./editorPage.mjs').Editor} editor @param {string} workflowId
 * @returns {Promise<{png: Buffer, boxes: Box[], overfull: string[]}>} the picture, where the nodes lie, and the notes that don't show their whole text
 */
export async function photograph({ page, url }, workflowId) {
	await page.setViewportSize({ width: 1600, height: 900 });
	await page.goto(`${url}/workflow/${workflowId}`);
	const nodes = page.locator('.vue-flow__node');
	await nodes.first().waitFor();
	await page.addStyleTag({ content: `${hidden} { visibility: hidden !important; }` });
	await page.evaluate(hideButtons);
	const extent = await atRest(() => page.evaluate(measure));
	const zoom = Math.min(largestZoom, widest / extent.width);
	await page.setViewportSize({
		width: Math.ceil(extent.width * zoom * 1.2) + frame.width + 150,
		height: Math.ceil(extent.height * zoom * 1.25) + frame.height,
	});
	await page.mouse.move(frame.width + 5, frame.height);
	const { boxes, overfull } = await fitted(page);
	const left = Math.max(frame.width, Math.min(...boxes.map(({ x }) => x)) - margin);
	const top = Math.max(frame.top, Math.min(...boxes.map(({ y }) => y)) - margin);
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + margin;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + margin;
	const picture = await page.screenshot({ clip: { x: left, y: top, width: right - left, height: bottom - top } });
	return { png: smallPng(picture), boxes, overfull };
}

/** The height in pixels of a line of the first heading when the canvas opens on a small laptop. @param {import('./editorPage.mjs').Editor} editor @param {string} workflowId */
export async function headingHeight({ page, url }, workflowId) {
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto(`${url}/workflow/${workflowId}`);
	const heading = page.locator('[data-node-type="n8n-nodes-base.stickyNote"] h1').first();
	return atRest(() => heading.evaluate(lineHeight));
}

/** Pairs of nodes that overlap. @param {Box[]} boxes */
export function overlapping(boxes) {
	return boxes.flatMap((one, index) =>
		boxes
			.slice(index + 1)
			.filter(
				(other) =>
					one.x < other.x + other.width &&
					other.x < one.x + one.width &&
					one.y < other.y + other.height &&
					other.y < one.y + one.height,
			)
			.map((other) => `${one.name} and ${other.name}`),
	);
}

/** Zooms until the whole workflow is visible and the canvas no longer moves. @param {import('playwright-core').Page} page */
async function fitted(page) {
	const size = page.viewportSize() ?? { width: 0, height: 0 };
	return atRest(async () => {
		await page.locator('[data-test-id="zoom-to-fit"]').dispatchEvent('click');
		await page.evaluate(drawn);
		await page.waitForTimeout(400);
		const found = await page.evaluate(look);
		const isWhole = found.boxes.every(
			({ x, y, width, height }) =>
				x > frame.width && y > frame.top && x + width + margin < size.width && y + height + margin < size.height,
		);
		return isWhole ? found : undefined;
	});
}

/** Calls `see` until it returns an equal value twice in a row. @template T @param {() => Promise<T | undefined>} see undefined: try again @returns {Promise<T>} */
async function atRest(see) {
	let before = '';
	return waitFor(
		'the canvas to come to rest',
		async () => {
			const found = await see();
			const now = JSON.stringify(found);
			if (found !== undefined && now === before) return found;
			before = now;
			return undefined;
		},
		{ orElse: () => before },
	);
}

/** In the browser: resolves once all changes so far have been drawn. */
function drawn() {
	return new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle)));
}

/** In the browser: hides the tabs at the top, and the button and list of triggers at the bottom. */
function hideButtons() {
	for (const id of ['execute-workflow-button', 'radio-button-workflow']) {
		let group = document.querySelector(`[data-test-id="${id}"]`)?.parentElement;
		while (group && group.parentElement && group.parentElement.getBoundingClientRect().height < 100)
			group = group.parentElement;
		for (const part of group ? [group, ...group.querySelectorAll('*')] : [])
			/** @type {HTMLElement} */ (part).style.visibility = 'hidden';
	}
}

/** In the browser: the size of the workflow, not zoomed. */
function measure() {
	const sizes = [...document.querySelectorAll('.vue-flow__node')].map((node) => {
		const { m41: x, m42: y } = new DOMMatrix(getComputedStyle(node).transform);
		const { offsetWidth: width, offsetHeight: height } = /** @type {HTMLElement} */ (node);
		return { left: x, top: y, right: x + width, bottom: y + height };
	});
	return {
		count: sizes.length,
		width: Math.max(...sizes.map(({ right }) => right)) - Math.min(...sizes.map(({ left }) => left)),
		height: Math.max(...sizes.map(({ bottom }) => bottom)) - Math.min(...sizes.map(({ top }) => top)),
	};
}

/** In the browser: how high the letters of an element's first line are drawn. @param {Element} element */
function lineHeight(element) {
	const text = document.createRange();
	text.selectNodeContents(element);
	return text.getClientRects()[0]?.height;
}

/** In the browser: the place and size of each node, including its labels. */
function look() {
	const boxes = [...document.querySelectorAll('.vue-flow__node')].map((node) => {
		const name = /** @type {HTMLElement | null} */ (node.querySelector('[data-node-name]'))?.dataset.nodeName ?? '';
		const parts = [node, ...node.querySelectorAll('[class*="_label_"], [class*="_subtitle_"]')].map((part) =>
			part.getBoundingClientRect(),
		);
		const x = Math.min(...parts.map(({ left }) => left));
		const y = Math.min(...parts.map(({ top }) => top));
		return {
			name,
			x,
			y,
			width: Math.max(...parts.map(({ right }) => right)) - x,
			height: Math.max(...parts.map(({ bottom }) => bottom)) - y,
		};
	});
	const notes = [...document.querySelectorAll('[data-node-type="n8n-nodes-base.stickyNote"]')];
	const overfull = notes.flatMap((note) => {
		const paragraphs = [...note.querySelectorAll('p, h1, h2, h3, li')];
		const lowest = Math.max(...paragraphs.map((paragraph) => paragraph.getBoundingClientRect().bottom));
		const fits = paragraphs.length > 0 && lowest <= note.getBoundingClientRect().bottom;
		return fits ? [] : [note.textContent?.trim().slice(0, 60) ?? ''];
	});
	return { boxes, overfull };
}
