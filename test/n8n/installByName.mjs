// The package installed in n8n's settings, as a person does it.
import { packageName } from '../../scripts/n8n/workflow.mjs';

const at = (/** @type {string} */ id) => `[data-test-id="${id}"]`;

/** @param {import('./editorPage.mjs').Editor} editor signed in as the owner @param {import('./person.mjs').Person} person */
export async function installByName({ page, url }, person) {
	await page.goto(`${url}/settings/community-nodes`);
	await person.click(page.getByRole('button', { name: /install/i }).first());
	await person.click(
		page
			.locator(at('package-name-input'))
			.locator('input')
			.or(page.locator(`input${at('package-name-input')}`))
			.first(),
	);
	await person.type(packageName);
	await person.click(page.locator('[role=dialog] [role=checkbox], [role=dialog] .el-checkbox').first());
	await person.click(page.locator(at('install-community-package-button')));
	await page.getByText(packageName).first().waitFor();
	await page.locator(at('community-package-card')).first().waitFor();
}
