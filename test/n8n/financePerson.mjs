// An accountant in n8n's editor and forms, from a file to a payment. Each step is counted.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { examples } from '../../scripts/lib/paths.mjs';
import { answers } from './mailServer.mjs';
import { Person } from './person.mjs';

const at = (/** @type {string} */ id) => `[data-test-id="${id}"]`;

/** @typedef {{name: string, bytes: Buffer, expected: string}} PaymentFile a file to upload; `expected`: its number of payments and sum, for the form */

/**
 * Counts steps: a click, a key, a field (going to it and filling it in are one step), or a file (opening the dialog and
 * choosing the file are one step).
 */
export class FinancePerson extends Person {
	steps = 0;

	/** @override @param {import('playwright-core').Locator} target */
	async click(target) {
		await super.click(target);
		this.steps += 1;
	}

	/** @override @param {string} key */
	async press(key) {
		await super.press(key);
		this.steps += 1;
	}

	/** @param {import('playwright-core').Locator} target */
	async doubleClick(target) {
		await target.dblclick();
		this.steps += 1;
	}

	/** @param {import('playwright-core').Locator} field @param {string} text */
	async fillIn(field, text) {
		await field.click();
		await this.page.keyboard.press('ControlOrMeta+A');
		await this.fill(field, text);
		this.steps += 1;
	}

	/** @param {import('playwright-core').Locator} opens the element that opens the dialog @param {Parameters<import('playwright-core').FileChooser['setFiles']>[0]} file */
	async chooseFile(opens, file) {
		const chosen = this.page.waitForEvent('filechooser');
		await opens.click();
		await (await chosen).setFiles(file);
		this.steps += 1;
	}
}

/**
 * Imports an example into an empty workflow and fills in the addresses of its *Settings*.
 *
 * @param {import('./editorPage.mjs').Editor} editor @param {FinancePerson} person @param {string} example
 * @param {readonly string[]} addresses for the fields of *Settings*, top to bottom
 */
export async function setUp(editor, person, example, addresses) {
	const { page, panel } = editor;
	await page.goto(`${editor.url}/workflow/new`);
	const menu = page.locator('[role=menuitem]:visible');
	await person.click(page.locator(at('workflow-menu')));
	// The submenu opens when the pointer moves over Import: no click, so no step.
	await menu.filter({ hasText: /^Import$/ }).hover();
	await person.chooseFile(menu.filter({ hasText: 'From file' }), join(examples, `${example}.json`));
	await editor.node('Settings').waitFor();

	await person.doubleClick(editor.node('Settings'));
	await panel.waitFor();
	const values = panel.locator(`${at('assignment-value')} input`);
	for (const [place, address] of addresses.entries()) await person.fillIn(values.nth(place), address);
	await person.click(panel.locator(at('ndv-close-button')));
	await panel.waitFor({ state: 'hidden' });
}

/** Clicks *Execute workflow*: n8n opens the workflow's form in a new window. @param {import('./editorPage.mjs').Editor} editor @param {FinancePerson} person */
export async function openTestForm({ page }, person) {
	const popup = page.waitForEvent('popup');
	await person.click(page.locator(at('execute-workflow-button')).first());
	return popup;
}

/** Publishes the open workflow, and copies the address of its form. @param {import('./editorPage.mjs').Editor} editor @param {FinancePerson} person */
export async function publishForm(editor, person) {
	const { page, panel } = editor;
	await person.click(page.locator(at('workflow-open-publish-modal-button')));
	await person.click(page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }));
	await page.getByText('Workflow published').waitFor();
	await person.press('Escape');
	await person.doubleClick(editor.node('Pay the list now'));
	await person.click(panel.locator(at('radio-button-production')));
	const address = panel.getByText(/\/form\/[\w-]+/);
	await person.click(address);
	return (await address.innerText()).replace(/\s/g, '');
}

/**
 * Uploads a file in the form, fills in the other fields, and reads the last page, which must fit a telephone.
 *
 * @param {import('playwright-core').Page} form @param {FinancePerson} person @param {PaymentFile} file
 * @param {string} [kind] the kind of payments, unless it is the one already selected in the form
 */
export async function upload(form, person, { name, bytes, expected }, kind) {
	const mimeType = 'application/octet-stream';
	await person.chooseFile(form.locator('input[type=file]'), { name, buffer: bytes, mimeType });
	await person.fillIn(form.locator('#field-1'), expected);
	if (kind !== undefined) {
		await form.locator('#field-2').selectOption({ label: kind });
		person.steps += 1;
	}
	await person.click(form.locator('#submit-btn'));
	await form.locator('h1', { hasText: 'go to the approver' }).waitFor();
	await form.setViewportSize({ width: 390, height: 844 });
	assert.equal(await form.locator('html').evaluate(({ scrollWidth }) => scrollWidth), 390);
}

/**
 * Opens what the mail's button leads to, ticks rows to leave out, and has the rest paid.
 *
 * @param {FinancePerson} person @param {string} link @param {string[]} [leftOut] how the labels of the rows begin
 */
export async function payTheRest(person, link, leftOut = []) {
	const { page } = person;
	await page.goto(link);
	// The mail's button.
	person.steps += 1;
	for (const label of leftOut) await person.click(page.locator('label', { hasText: label }));
	await person.click(page.getByLabel(answers.pay));
	const sent = page.waitForResponse((response) => response.request().method() === 'POST');
	await person.click(page.locator('#submit-btn'));
	await sent;
}
