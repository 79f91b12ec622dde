// A person at the screen: counts what the hands do, and keeps a picture of every step.

/** Seconds that a new user needs to find something and click it, and to press a key (Card, Moran and Newell's keystroke-level model: 1.35 to think, 1.1 to point, 0.2 to click; 0.5 a key for a slow typist). */
const secondsPerClick = 2.65;
const secondsPerKey = 0.5;

/** @typedef {{png: Buffer, ms: number}} Frame */

export class Person {
	/** @param {import('playwright-core').Page} page @param {{perClickMs?: number, perKeyMs?: number}} [pace] for a film */
	constructor(page, { perClickMs = 0, perKeyMs = 0 } = {}) {
		this.page = page;
		this.perClickMs = perClickMs;
		this.perKeyMs = perKeyMs;
		this.clicks = 0;
		this.keys = 0;
		/** @type {Frame[]} */
		this.frames = [];
	}

	/** The time that the person needs for clicks and keys. n8n's own time isn't counted. */
	get seconds() {
		return Math.round(this.clicks * secondsPerClick + this.keys * secondsPerKey);
	}

	/** Takes a screenshot. @param {number} [ms] how long the moving picture shows it */
	async look(ms = 1000) {
		this.frames.push({ png: await this.page.screenshot({ animations: 'disabled', caret: 'hide' }), ms });
	}

	/** Shows where the click goes, and clicks. @param {import('playwright-core').Locator} target */
	async click(target) {
		await target.scrollIntoViewIfNeeded();
		const box = await target.boundingBox();
		const [x, y] = box ? [box.x + box.width / 2, box.y + box.height / 2] : [0, 0];
		const mark = await this.page.evaluateHandle(ring, { x, y });
		await this.look();
		await this.page.waitForTimeout(this.perClickMs);
		await mark.evaluate((element) => element.remove());
		await target.click();
		this.clicks += 1;
	}

	/** @param {string} text */
	async type(text) {
		await this.page.keyboard.type(text, { delay: this.perKeyMs });
		this.keys += text.length;
	}

	/**
	 * Types into the field that has the cursor, and checks the text: a busy editor can lose a key, and then the text is
	 * typed again. @param {import('playwright-core').Locator} field @param {string} text
	 */
	async fill(field, text) {
		for (let tries = 0; tries < 3; tries++) {
			await this.type(text);
			// Longer than the editor takes to store what was typed.
			await this.page.waitForTimeout(500);
			if ((await field.inputValue()) === text) return;
			await this.page.keyboard.press('ControlOrMeta+A');
		}
		throw new Error(`The field holds '${await field.inputValue()}', not '${text}'.`);
	}

	/** Pastes a text: counts as two keys. @param {string} text */
	async paste(text) {
		await this.page.keyboard.insertText(text);
		this.keys += 2;
	}

	/** @param {string} key */
	async press(key) {
		await this.page.keyboard.press(key, { delay: this.perKeyMs });
		this.keys += 1;
	}

	/** Presses Tab until the field has the cursor. @param {import('playwright-core').Locator} field */
	async tabTo(field) {
		await field.waitFor();
		for (let tries = 0; tries < 20; tries++) {
			if (await field.evaluate((element) => element === document.activeElement)) return;
			await this.press('Tab');
		}
		throw new Error('Tab does not lead to the field.');
	}
}

/** In the browser: a ring around a place. @param {{x: number, y: number}} at */
function ring({ x, y }) {
	const mark = document.createElement('div');
	mark.style.cssText =
		`position:fixed;left:${x - 19}px;top:${y - 19}px;width:30px;height:30px;border:4px solid #d6336c;` +
		'border-radius:50%;background:rgb(214 51 108 / 20%);z-index:99999;pointer-events:none';
	document.body.append(mark);
	return mark;
}
