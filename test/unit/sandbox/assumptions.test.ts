/** What the service does not document is decided in one table, and nothing in the table is idle. */
import { ASSUMED } from '../../../sandbox/assumptions';
import { DOCUMENTED } from '../../../sandbox/messages';
import { only, readProject } from '../../harness/sources';

const project = readProject();
const sandbox = [...only(project, /^sandbox\/.*\.ts$/)].filter(([path]) => path !== 'sandbox/assumptions.ts');

test.each(Object.entries(ASSUMED))(
	'%s is used by the code, and says why and where it is written down',
	(name, { because, see }) => {
		const used = new RegExp(`\\bASSUMED\\.${name}\\b`);
		expect(sandbox.filter(([, text]) => used.test(text)).map(([path]) => path)).not.toEqual([]);
		expect(because).toMatch(/\w{3,} .*\w$/);
		expect(see).toMatch(/^docs\/why\/questions\.md#[a-z]+$/);
	},
);

describe('messages', () => {
	const page = project.get('docs/reference/interface.md') ?? '';
	const table = page.slice(page.indexOf('Messages the documentation shows'), page.indexOf('**Idempotency.**'));

	test('those that are documented are those of docs/reference/interface.md, and each is said somewhere', () => {
		expect([...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message]) => message)).toEqual(Object.values(DOCUMENTED));
		for (const name of Object.keys(DOCUMENTED)) {
			expect([name, sandbox.some(([, text]) => text.includes(`DOCUMENTED.${name}`))]).toEqual([name, true]);
		}
	});

	test('no other is made in passing', () => {
		const service = sandbox.filter(
			([path]) => /^sandbox\/(http|routes|state)\//.test(path) && !path.endsWith('/incoming.ts'),
		);
		const literal = /(?:new ServiceError|errorAnswer)\([\w.?:\s]+,\s*['"`]/;
		expect(literal.test("throw new ServiceError(400, 'No')")).toBe(true);
		expect(service.filter(([, text]) => literal.test(text)).map(([path]) => path)).toEqual([]);
	});
});
