import { withVerified } from '../../../scripts/generate/verifiedMarks';
import { verifiedPage } from '../../../verify/page';
import { withoutNames } from '../../../verify/redact';
import { CLAIMS, holdAgainst } from '../../../verify/run';
import { secretsOf, wholeRun } from './account';
import { isRow, parse, type Json } from './plants/rewriting';
import type { Carry } from './plants/planted';
import { reportOf, useWorlds } from './runs';

/** People, numbers, IDs and keys that don't belong to the account. */
const STRANGERS = ['AMARA NWOSU', 'Ngozi Bello', 'CHIDI', '0149 200 777', '0149200778', 'key_a1b2c3d4', 'aBcDeFgHiJkL'];
const THEIRS = [...STRANGERS, '5f0c1a2b-0000-4000-8000-0123456789ab', 'ada@shop.example', '+2348012345678'];

/** The message of each refusal names strangers. */
const messagesNamePeople: Carry = async (request, next) => {
	const came = await next(request);
	const body: Json = came.status < 400 ? null : parse(came.text);
	if (!isRow(body) || typeof body.message !== 'string') return came;
	return { ...came, text: JSON.stringify({ ...body, message: `${body.message} for ${THEIRS.join(' or ')}` }) };
};

const INTERFACE = '# The interface\n\nText.\n\n## Get wallet\n\n## Bank accounts\n\nText.\n';
const FEW = CLAIMS.filter(({ see }) => /#(get-wallet|bank-accounts)$/.test(see));
const MOVED = FEW.map((claim) => ({ ...claim, see: 'docs/reference/interface.md#limits' as const }));

describe('the page of a run', () => {
	const worldOf = useWorlds();

	it('has each claim by its verdict, and nothing of the account or of people whom messages name', async () => {
		const world = await worldOf({ carry: messagesNamePeople });
		const page = verifiedPage(reportOf(await wholeRun(world)), 'abc1234');

		expect(page).toContain('| the sandbox | 2026-01-15 | abc1234 | pay |');
		expect(page.match(/^## .+$/gm)).toEqual(['## Shown', '## Refuted', '## Not seen']);
		expect(page.match(/^\| `/gm)).toHaveLength(CLAIMS.length);
		expect(page).toMatch(/answered 40\d: "[^"]+ for <name> or/);
		expect([...THEIRS, ...secretsOf(world)].filter((value) => page.includes(value))).toEqual([]);
	});

	it('marks the interface description, which is unmarked without one', async () => {
		const { account } = await worldOf({ quirks: { walletQueryIgnored: true } });
		const found = reportOf(await holdAgainst(account, 'read', () => undefined, FEW));
		const kept = verifiedPage({ ...found, deployment: 'staging.api.mavapay.co' }, 'abc1234');
		const bare = withVerified(INTERFACE, null, FEW);
		const marked = withVerified(bare, kept, FEW);

		expect(bare).toMatch(
			/^# The interface\n\n<!.*>\n\nNobody has compared this page with an account yet\..*\n\n<!.*>\n\nText/,
		);
		expect(bare.match(/<!--/g)).toHaveLength(2);
		expect(marked).toContain(
			'\nHeld against staging.api.mavapay.co on 2026-01-15, at commit abc1234. Of 6 claims: 3 shown, 2 refuted, 1 not seen (',
		);
		expect(marked).toMatch(
			/wallet\n\n<!.*>\n\n\*\*Shown on 2026-01-15:\*\* .*, `form of GET \/wallet`\. \*\*Refuted:\*\* `wallet by ID`, `wallet by currency`\.\n/,
		);
		expect(marked).toMatch(/accounts\n\n<!.*>\n\n\*\*Not seen:\*\* `form of GET \/bankaccount`\.\n/);
		expect([withVerified(marked, kept, FEW), withVerified(marked, null, FEW)]).toEqual([marked, bare]);

		for (const [page, claims, says] of [
			[kept.replace('staging.api.mavapay.co', 'the sandbox'), FEW, /"the sandbox": only a run against Mavapay's/],
			[
				kept.replace('`wallet by ID`', '`wallet`'),
				FEW,
				/a claim that isn't there: `wallet`: GET .* Make the page again/,
			],
			[kept.replace('GET /wallet answers', 'GET /wallet says'), FEW, /isn't there: `form of GET \/wallet`/],
			[kept, MOVED, /lacks the headings limits/],
		] as const)
			expect(() => withVerified(INTERFACE, page, claims)).toThrow(says);
	});
});

it.each([
	['"Invalid API key provided" to GET /wallet', '"Invalid API key provided" to GET /wallet'],
	['"NGN wallet of Ada Obi, +234 801 234" and "USDC"', '"NGN wallet of <name>, +<digits>" and "<name>"'],
	['its currency is "USDC", not "a long one of Chidi', 'its currency is "USDC", not "a long one of <name>'],
	['"Ada Obi is "OLD"" by POST', '"<name> is "<name>"" by POST'],
])('it names nobody in %s', (seen, shown) => {
	expect(withoutNames(seen)).toBe(shown);
});
