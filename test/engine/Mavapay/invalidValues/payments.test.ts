/** Bad values in every field of every operation that pays. */
import { harmsNoOther, refusesAll } from './checks';
import { tried } from './values';
import { useSandbox } from '../../../harness/engine/mavapay';

const service = useSandbox();

describe.each(tried.filter(({ operation }) => operation.effect === 'pay'))('$title', (target) => {
	test('refuses it by its label, with the item, and sends nothing', async () => {
		await refusesAll(service, target);
	});

	// An approval covers all items, so one bad item stops all. Approved By and Left Out need an approval.
	if (['approvalDigest', 'approvedBy', 'leftOut'].includes(target.name)) return;
	// Only a swap takes a minimum amount, so other payments have no good value for it.
	if (target.name === 'minimumTargetAmount' && target.operation.operation !== 'createAndAccept') return;

	test('harms no other item', async () => {
		await harmsNoOther(service, target);
	});
});
