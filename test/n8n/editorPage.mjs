// n8n's editor as a person uses it: what is clicked and typed, and what can be read on the screen.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../scripts/lib/paths.mjs';
import { openBrowser } from '../../scripts/n8n/browser.mjs';
import { eventually } from './eventually.mjs';
import { keepPicture } from './pictures.mjs';
import { smallPng } from './smallPng.mjs';

/** The folder of the screenshots, which people can look at after a test. */
export const screenshots = join(checkout, '.cache', 'screenshots');
const at = (/** @type {string} */ id) => `[data-test-id="${id}"]`;
/** The one open list of choices. */
const choice = '[role=option]:visible';

/**
 * Opens the editor and signs in. Requests to any other address are noted and blocked.
 *
 * @param {{url: string, owner: {email: string, password: string}}} n8n
 * @param {{username: string, password: string}} [httpCredentials] for the forms that ask for them
 */
export async function openEditor({ url, owner }, httpCredentials) {
	mkdirSync(screenshots, { recursive: true });
	const browser = await openBrowser();
	const context = await browser.newContext({
		viewport: { width: 1500, height: 1300 },
		colorScheme: 'light',
		...(httpCredentials && { httpCredentials }),
	});
	const page = await context.newPage();
	page.setDefaultTimeout(300_000);
	/** @type {string[]} */
	const foreign = [];
	page.on('request', (request) => {
		const { origin, protocol } = new URL(request.url());
		if (origin !== url && /^(http|ws)s?:$/.test(protocol)) foreign.push(request.url());
	});
	await page.goto(`${url}/signin`);
	await page.fill('input[name="emailOrLdapLoginId"]', owner.email);
	await page.fill('input[name="password"]', owner.password);
	await page.click(at('form-submit-button'));
	await page.waitForURL('**/home/workflows');
	return new Editor(browser, page, url, foreign);
}

/** The signed-in editor, with one page. */
export class Editor {
	/**
	 * @param {import('playwright-core').Browser} browser @param {import('playwright-core').Page} page
	 * @param {string} url @param {string[]} foreign
	 */
	constructor(browser, page, url, foreign) {
		this.browser = browser;
		this.page = page;
		this.url = url;
		/** The blocked requests to addresses other than this n8n's. */
		this.foreign = foreign;
		/** The open node's panel. */
		this.panel = page.locator(at('ndv'));
		this.output = this.panel.locator(at('output-panel'));
		/** The open credential. */
		this.credential = page.locator(at('editCredential-modal'));
	}

	close() {
		return this.browser.close();
	}

	/** Saves a screenshot for people to look at. @param {string} name */
	shoot(name) {
		return this.page.screenshot({ path: join(screenshots, `${name}.png`) });
	}

	/**
	 * Takes a picture for the docs: the open node's output in the Schema view, from its top to a member.
	 *
	 * @param {string} name @param {string} [before] the picture ends before this member; undefined: show all
	 */
	async picture(name, before) {
		await this.output.getByText('Schema', { exact: true }).click();
		const items = this.output.locator(at('run-data-schema-item'));
		await items.first().waitFor();
		const all = (await items.allInnerTexts()).map((text) => text.trim().split(/\s/)[0] ?? '');
		const count = before === undefined ? all.length : all.indexOf(before);
		const [box, last] = [await this.output.boundingBox(), await items.nth(count - 1).boundingBox()];
		if (count < 0 || !box || !last) throw new Error(`There is nothing to take for ${name}.`);
		await this.page.locator('.el-notification').first().waitFor({ state: 'hidden' });
		const clip = { ...box, width: box.width - 24, height: last.y + last.height + 4 - box.y };
		const labels = all.slice(0, count).filter((label) => !label.includes('['));
		await keepPicture(name, smallPng(await this.page.screenshot({ clip })), [...new Set(labels)]);
		await this.output.getByText('Table', { exact: true }).click();
	}

	/** @param {string} id @param {string} [node] its panel is opened */
	async openWorkflow(id, node) {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.locator(at('canvas-node')).first().waitFor();
		if (node !== undefined) await this.openNode(node);
	}

	/** @param {string} name */
	async openNode(name) {
		await this.node(name).dblclick();
		await this.panel.waitFor();
	}

	/** A node on the canvas. @param {string} name */
	node(name) {
		return this.page.locator(`${at('canvas-node')}[data-node-name="${name}"]`);
	}

	closePanel() {
		return this.panel.locator(at('ndv-close-button')).click();
	}

	/** Opens the list of nodes of an empty workflow and searches it. @param {string} words */
	async searchNodes(words) {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.click(at('canvas-add-button'));
		await this.page.fill(at('node-creator-search-bar'), words);
	}

	/** What the list of nodes offers now. */
	nodeChoices() {
		return this.page.locator(at('node-creator-item-name'));
	}

	/** The label, control and hint of a parameter of the open node or credential. @param {string} name */
	parameter(name) {
		return this.page.locator(at('parameter-item')).filter({ has: this.page.locator(at(`parameter-input-${name}`)) });
	}

	/** @param {string} name */
	input(name) {
		return this.page.locator(`${at(`parameter-input-${name}`)} input`);
	}

	/** Waits until a parameter of the open node shows a value. @param {string} name @param {string} value */
	shows(name, value) {
		return eventually(async () => assert.equal(await this.input(name).inputValue(), value));
	}

	/** Picks from a parameter's list. @param {string} name @param {string} label */
	async choose(name, label) {
		await this.input(name).click();
		await this.page
			.locator(choice)
			.filter({ has: this.page.getByText(label, { exact: true }) })
			.click();
		await this.page.locator(choice).first().waitFor({ state: 'hidden' });
	}

	/** Clicks a button such as 'Add option' and waits until its list has these names. @param {string[]} names @param {number} [index] which of these buttons, from the top */
	async offers(names, index = 0) {
		const add = this.panel.locator(at('collection-parameter-add')).nth(index);
		await add.click();
		await this.page.locator(choice).first().waitFor();
		await eventually(async () =>
			assert.deepEqual(
				(await this.page.locator(choice).allInnerTexts()).map((text) => text.trim()),
				names,
			),
		);
		await this.page.keyboard.press('Escape');
		await this.page.locator(choice).first().waitFor({ state: 'hidden' });
	}

	/** Opens the list of a resource locator. @param {string} name */
	async openList(name) {
		await this.parameter(name).locator(at('rlc-input')).click();
		await this.listItems().first().waitFor();
	}

	/** What the open list of a resource locator shows. */
	listItems() {
		return this.page.locator(`${at('rlc-item')}:visible`);
	}

	/** @param {string} words */
	searchList(words) {
		return this.page.locator(`${at('rlc-search')}:visible`).fill(words);
	}

	/** Runs the open node, as its button does. */
	executeStep() {
		return this.panel.locator(at('node-execute-button')).click();
	}

	/** Opens a stored credential, which n8n then tests by itself. @param {string} id */
	async openCredential(id) {
		await this.page.goto(`${this.url}/home/credentials/${id}`);
		await this.credential.waitFor();
	}

	/** Waits until the test of the open credential has ended with a message. @param {RegExp} what */
	async credentialSays(what) {
		const verdict = this.credential.getByText(/Connection tested successfully|Couldn.t connect with these settings/);
		await verdict.filter({ visible: true }).waitFor();
		await eventually(async () => {
			const more = this.credential.getByText('More details');
			if (await more.isVisible()) await more.click();
			assert.match(await this.credential.innerText(), what);
		});
	}

	/** @param {{apiKey: string}} values */
	async saveCredential({ apiKey }) {
		await this.credential.locator(`${at('parameter-input-apiKey')} input`).fill(apiKey);
		await this.credential.locator(at('credential-save-button')).getByText('Save', { exact: true }).click();
		await this.credential.getByText('Saved', { exact: true }).waitFor();
	}

	/** All that can be read: the text of the page, and what its open fields hold. */
	async readable() {
		const fields = await this.page
			.locator('input:not([type=password]), textarea')
			.evaluateAll((found) => found.map((one) => one.value));
		return [await this.page.locator('body').innerText(), ...fields].join('\n');
	}
}
