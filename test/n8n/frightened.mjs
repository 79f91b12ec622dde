// A user in n8n's editor whose payment got no answer: follows the error's advice until the payment is settled.

const at = (/** @type {string} */ id) => `[data-test-id="${id}"]`;

/** @param {import('./person.mjs').Person} person @param {import('playwright-core').Locator} field @param {string} text */
async function replace(person, field, text) {
	await person.click(field);
	await person.press('ControlOrMeta+A');
	await person.fill(field, text);
}

/**
 * Changes the open node to another payment, and runs it.
 *
 * @param {import('./editorPage.mjs').Editor} editor @param {import('./person.mjs').Person} person
 * @param {{amount: string, reference: string}} payment
 */
export async function payAnother(editor, person, { amount, reference }) {
	await replace(person, editor.input('amount'), amount);
	await replace(person, editor.input('payoutReference'), reference);
	await person.click(editor.panel.locator(at('node-execute-button')));
}

/**
 * Adds a node with *Resolve* after the trigger, parallel to the node that paid, and runs it.
 *
 * @param {import('./editorPage.mjs').Editor} editor @param {import('./person.mjs').Person} person
 * @param {{reference: string, accountNumber: string, amount: string, day: string}} payment
 */
export async function resolve(editor, person, { reference, accountNumber, amount, day }) {
	const { page, panel } = editor;
	await person.click(panel.locator(at('ndv-close-button')));
	await panel.waitFor({ state: 'hidden' });
	await person.click(editor.node('When clicking ‘Execute workflow’'));
	await person.click(page.locator(at('node-creator-plus-button')).first());
	await page.locator(at('node-creator-search-bar')).waitFor();
	await person.type('mavapay');
	const found = page.locator(at('node-creator-item-name'));
	await found.getByText('Mavapay', { exact: true }).waitFor();
	await person.press('Enter');
	await person.click(found.getByText('Resolve payout reference', { exact: true }));
	await panel.waitFor();
	for (const [name, text] of [
		['reference', reference],
		['value', accountNumber],
		['amount', amount],
		['sentAfter', `${day} 00:00:00`],
	]) {
		const field = editor.input(String(name));
		await person.click(field);
		await person.fill(field, String(text));
	}
	await person.press('Enter');
	await person.click(editor.input('amountUnit'));
	await person.click(page.locator('[role=option]:visible').getByText('Major Unit', { exact: true }));
	await person.click(panel.locator(at('node-execute-button')));
	await editor.output.locator('tbody').waitFor();
}

/**
 * Settles the payment as paid, in the node that found it.
 *
 * @param {import('./editorPage.mjs').Editor} editor @param {import('./person.mjs').Person} person
 * @param {{claim: string, transactionId: string}} found
 */
export async function markPaid(editor, person, { claim, transactionId }) {
	await person.click(editor.input('operation'));
	await person.click(editor.page.locator('[role=option]:visible').getByText('Mark Paid', { exact: true }));
	for (const [name, text] of [
		['claim', claim],
		['transactionId', transactionId],
	]) {
		await person.click(editor.input(String(name)));
		await person.paste(String(text));
	}
	await person.click(editor.panel.locator(at('node-execute-button')));
}
