import { REJECTIONS, type Rejection } from '../../nodes/core/http/rejections';

/** From the heading to the end of the table. */
const TABLE = /(?<=\n<!-- from the rejections -->\n)[^]*?(?=\n<!-- to here -->\n)/;

/** The page docs/reference/interface.md with the table of messages that count as refusals; throws Error where it has no place for it. */
export function withRejections(page: string): string {
	if (!TABLE.test(page)) throw new Error('docs/reference/interface.md has no table from the rejections');
	const rows = REJECTIONS.map(rowOf).join('\n');
	return page.replace(TABLE, () => `\n| Whole message | Status | Calls | Cause |\n|---|---|---|---|\n${rows}\n`);
}

function rowOf({ message, status, calls, cause }: Rejection): string {
	const shown = calls === null ? 'every call' : calls.map((call) => `\`${call}\``).join(', ');
	return `| \`${message}\` | ${status ?? 'any'} | ${shown} | \`${cause}\` |`;
}
