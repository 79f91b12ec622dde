import { withVerified } from '../../../scripts/generate/verifiedMarks';
import { EXIT, exitCodeOf, type Report } from '../../../verify/report';
import { verifiedPage } from '../../../verify/page';
import { withoutNames } from '../../../verify/redact';
import { CLAIMS } from '../../../verify/run';
import { secretsOf, wholeRun } from './account';
import { isRow, parse, type Json } from './plants/rewriting';
import type { Carry } from './plants/planted';
import { reportOf, useWorlds } from './runs';

/** People, numbers, IDs and keys that aren't of the account, and that the service's messages name. */
const STRANGERS = ['AMARA NWOSU', 'Ngozi Bello', 'CHIDI', '0149 200 777', '0149200778', 'key_a1b2c3d4', 'aBcDeFgHiJkL'];
const THEIRS = [...STRANGERS, '5f0c1a2b-0000-4000-8000-0123456789ab', 'ada@shop.example', '+2348012345678'];
const NAMING = `for ${THEIRS.join(' or ')}`;

/** Each refusal's message names somebody. */
const messagesNamePeople: Carry = async (request, next) => {
	const came = await next(request);
	const body: Json = came.status < 400 ? null : parse(came.text);
	return isRow(body) && typeof body.message === 'string'
		? { ...came, text: JSON.stringify({ ...body, message: `${body.message} ${NAMING}` }) }
		: came;
};

const PAGE = '# The interface\n\nText.\n\n## Bank codes\n\n## Errors\n\nText.\n';
const STAGING = { deployment: 'staging.api.mavapay.co', commit: 'abc1234' };
const few = CLAIMS.filter(({ see }) => /#(bank-codes|errors)$/.test(see));
const [codes, names, errors] = ['form of GET /bank/bankcode, NG', 'names of Nigerian banks', 'form of errors'];

/** A page of a run against staging in which a claim was shown, one refuted and one not seen. */
function keptPage(change: Partial<Report> = {}): string {
	const verdicts = { [codes]: 'as documented', [names]: 'differs', [errors]: 'not shown' } as const;
	const rows = few.flatMap((claim) => {
		const verdict = Object.entries(verdicts).find(([id]) => id === claim.id)?.[1];
		const means = verdict === 'differs' ? claim.means : null;
		return verdict === undefined
			? []
			: [{ ...claim, claim: claim.says, verdict, seen: 'seen', means, concerns: [], samples: [] }];
	});
	const report = reportOf({ rows, messages: [], endedBy: null });
	return verifiedPage({ ...report, deployment: STAGING.deployment, ...change }, STAGING.commit);
}

describe('the page of a run', () => {
	const worldOf = useWorlds();

	it('has each claim by its verdict, and nothing of the account or of people whom messages name', async () => {
		const world = await worldOf({ carry: messagesNamePeople });
		const outcome = await wholeRun(world);
		const page = verifiedPage(reportOf(outcome), STAGING.commit);

		expect(exitCodeOf(reportOf(outcome))).not.toBe(EXIT.noRun);
		expect(page).toContain('| the sandbox | 2026-01-15 | abc1234 | pay |');
		expect(page.match(/^## .+$/gm)).toEqual(['## Shown', '## Refuted', '## Not seen']);
		expect(page.match(/^\| `/gm)).toHaveLength(CLAIMS.length);
		expect(page).toMatch(/answered 40\d: "[^"]+ for <name> or/);
		expect([...THEIRS, ...secretsOf(world)].filter((value) => page.includes(value))).toEqual([]);
	});
});

describe('the interface description', () => {
	it('has marks from a kept page, and none without', () => {
		const bare = withVerified(PAGE, null, CLAIMS);
		const marked = withVerified(bare, keptPage(), CLAIMS);

		expect(bare).toContain('\nNobody has held this page against an account yet');
		expect(bare.match(/<!-- from interface\/verified\.md -->/g)).toHaveLength(1);
		expect(marked).toContain(
			'\nHeld against staging.api.mavapay.co on 2026-01-15, at commit abc1234: 1 shown, 1 refuted, 1 not seen (',
		);
		expect(marked).toMatch(
			/## Bank codes\n\n<!.*>\n\n\*\*Shown on 2026-01-15:\*\* `form of GET \/bank\/bankcode, NG`\. \*\*Refuted:\*\* `names of Nigerian banks`\.\n/,
		);
		expect(marked).toMatch(/## Errors\n\n<!.*>\n\n\*\*Not seen:\*\* `form of errors`\.\n/);
		expect(withVerified(marked, keptPage(), CLAIMS)).toBe(marked);
		expect(withVerified(marked, null, CLAIMS)).toBe(bare);
	});

	it.each([
		[
			'of the sandbox',
			keptPage({ deployment: 'the sandbox' }),
			CLAIMS,
			/"the sandbox", not of a deployment of Mavapay/,
		],
		[
			'with a claim that is not there',
			keptPage().replace('`form of errors`', '`errors`'),
			CLAIMS,
			/a claim .*: `errors`/,
		],
		[
			'with a claim that says something else',
			keptPage().replace('An error has', 'It has'),
			CLAIMS,
			/Make the page again/,
		],
		[
			'with a claim of another section',
			keptPage(),
			CLAIMS.map((one) => ({ ...one, see: 'docs/reference/interface.md#limits' as const })),
			/lacks the headings limits/,
		],
	])('refuses a page %s', (_what, page, claims, says) => {
		expect(() => withVerified(PAGE, page, claims)).toThrow(says);
	});
});

it.each([
	['answered 400: "Invalid API key provided"', 'answered 400: "Invalid API key provided"'],
	['answered 400: "NGN wallet of Ada Obi, +234 801 234"', 'answered 400: "NGN wallet of <name>, +<digits>"'],
	['its currency is "USDC", GET /wallet', 'its currency is "USDC", GET /wallet'],
	['answered 400: "Ada Obi is "OLD"" by GET', 'answered 400: "<name> is "<name>"" by GET'],
	['answered 400: "a long message of Chidi', 'answered 400: "a long message of <name>'],
])('a page names nobody: %s', (seen, shown) => {
	expect(withoutNames(seen)).toBe(shown);
});
