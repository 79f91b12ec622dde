import { REJECTING_STATUSES, UNKNOWN_STATUSES } from '../../nodes/core/domain/http/outcome';
import { CAUSES } from '../../nodes/core/service/causes';

/** From the heading to the blank line behind the table. */
const TABLE = /(?<=\n## Causes\n[^]*?)\| Cause \|[^]*?\n(?=\n)/;

/** The page docs/reference/errors.md with its table of causes as the nodes have them; what stands around the table stays. */
export function withCauses(page: string): string {
	if (!TABLE.test(page)) throw new Error('docs/reference/errors.md has no table under "## Causes"');
	const statuses = [...REJECTING_STATUSES, ...UNKNOWN_STATUSES];
	const rows = Object.entries(CAUSES).map(([cause, { docs, happened, lead, advice = '' }]) => {
		const own = statuses.filter(([, meant]) => meant === cause).map(([status]) => status);
		const shown = own.length === 0 ? '' : ` (HTTP ${own.join(', ')})`;
		const what = docs ?? happened;
		// Advice is for what was certainly not done, as its heading says; of a timeout "Try again later" would be wrong.
		return `| \`${cause}\` | ${what === undefined ? `${lead ?? ''}${shown}. ${advice}` : `${what}${shown}`} |\n`;
	});
	return page.replace(TABLE, () => `| Cause | What happened |\n|---|---|\n${rows.join('')}`);
}
