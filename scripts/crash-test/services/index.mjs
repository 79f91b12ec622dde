import { startKeyed } from './keyed.mjs';
import { startMavapay } from './mavapay.mjs';
import { payPal } from './payPal.mjs';
import { wise } from './wise.mjs';

/**
 * Starts every service. All requests that pay go through `line`.
 *
 * @param {import('../line.mjs').Line} line
 */
export async function startServices(line) {
	return { mavapay: await startMavapay(line), payPal: payPal(line), wise: wise(line), keyed: await startKeyed(line) };
}
