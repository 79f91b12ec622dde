// A new user's first payout in n8n's editor. It uses the sandbox in place of Mavapay's staging. Choosing the
// sandbox takes two more clicks, and its address has to be entered.

/** Small enough for a picture that is read without zooming. */
export const screen = { width: 1200, height: 760 };
const at = (/** @type {string} */ id) => `[data-test-id="${id}"]`;

/**
 * @param {import('./editorPage.mjs').Editor} editor signed in, without a credential @param {import('./person.mjs').Person} person
 * @param {{baseUrl: string, keys: {write: string}}} sandbox @param {() => Promise<void>} [onCredential] once it is saved
 */
export async function firstPayout(editor, person, { baseUrl, keys }, onCredential = async () => undefined) {
	const { page, panel } = editor;
	await page.setViewportSize(screen);
	await page.goto(`${editor.url}/workflow/new`);
	await findAction(editor, person);

	const credential = page.locator(at('editCredential-modal'));
	await person.click(panel.getByText('Connect to Mavapay'));
	await person.click(credential.locator(`${at('parameter-input-deployment')} input`));
	await person.click(page.locator('[role=option]:visible').filter({ hasText: 'Custom' }).first());
	await person.tabTo(credential.locator(`${at('parameter-input-baseUrl')} input`));
	await person.paste(baseUrl);
	await person.click(credential.locator(`${at('parameter-input-apiKey')} input`));
	await person.paste(keys.write);
	await person.click(credential.locator(at('credential-save-button')));
	await credential.waitFor({ state: 'hidden' });
	await onCredential();

	await person.click(editor.parameter('bank').locator(at('rlc-input')));
	await editor.listItems().first().waitFor();
	await person.type('guar');
	await page.waitForFunction((selector) => document.querySelectorAll(selector).length === 1, at('rlc-item'));
	await person.look();
	await person.press('ArrowDown');
	await person.press('Enter');
	await editor.listItems().first().waitFor({ state: 'hidden' });
	await person.click(editor.input('accountNumber'));
	await person.fill(editor.input('accountNumber'), '0123456789');
	await person.click(editor.input('amount'));
	await person.fill(editor.input('amount'), '2500');
	await person.click(editor.input('amountUnit'));
	await person.click(page.locator('[role=option]:visible').getByText('Naira, with decimals', { exact: true }));
	await page.locator('[role=option]:visible').first().waitFor({ state: 'hidden' });
	await person.tabTo(editor.input('payoutReference'));
	await person.fill(editor.input('payoutReference'), 'INV-1');
	await page.locator('.el-notification').first().waitFor({ state: 'hidden' });
	await person.click(panel.locator(at('node-execute-button')));
	const paid = editor.output.getByText('INV-1').first();
	await paid.waitFor().catch(async (error) => {
		throw new Error(`The output panel shows: ${await editor.output.innerText()}`, { cause: error });
	});
	await person.look(2000);
	await paid.scrollIntoViewIfNeeded();
	await person.look(4000);
}

/** @param {import('./editorPage.mjs').Editor} editor @param {import('./person.mjs').Person} person */
async function findAction({ page, panel }, person) {
	await person.click(page.locator(at('canvas-add-button')));
	await page.locator(at('node-creator-search-bar')).waitFor();
	await person.type('mavapay');
	const found = page.locator(at('node-creator-item-name'));
	await found.getByText('Mavapay', { exact: true }).waitFor();
	await person.look();
	await person.press('Enter');
	await person.click(page.getByText(/^Actions \(\d+\)$/));
	await person.click(found.getByText('Withdraw to bank account', { exact: true }));
	await panel.waitFor();
}
