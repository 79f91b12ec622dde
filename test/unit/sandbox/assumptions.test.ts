/** What the service does not document is decided in one table, and nothing in the table is idle. */
import { ASSUMED } from '../../../sandbox/assumptions';
import { only, readProject } from '../house/sources';

const sandbox = [...only(readProject(), /^sandbox\/.*\.ts$/)].filter(([path]) => path !== 'sandbox/assumptions.ts');

test.each(Object.entries(ASSUMED))('%s is used by the code, and says why and where it is written down', (name, { because, see }) => {
	expect(sandbox.filter(([, text]) => text.includes(`ASSUMED.${name}.value`)).map(([path]) => path)).not.toEqual([]);
	expect(because).toMatch(/\w{3,} .*\w$/);
	expect(see).toMatch(/^docs\/interface\.md#unknown-[a-z]+$/);
});
