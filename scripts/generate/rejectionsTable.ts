import { REJECTIONS, type Rejection } from '../../nodes/core/http/rejections';

/** Matches the table between its two marks. */
const TABLE = /(?<=\n<!-- from the rejections -->\n)[^]*?(?=\n<!-- to here -->\n)/;

/** docs/reference/interface.md with the table of refusal messages. Throws Error if the page has no place for it. */
export function withRejections(page: string): string {
	if (!TABLE.test(page)) throw new Error('docs/reference/interface.md has no table from the rejections');
	const groups = new Map<string, string[]>();
	for (const { message, ...rest } of REJECTIONS)
		groups.set(cellsOf(rest), [...(groups.get(cellsOf(rest)) ?? []), `\`${message}\``]);
	const rows = [...groups].map(([cells, messages]) => `| ${messages.join(', ')} | ${cells} |`);
	return page.replace(
		TABLE,
		() => `\n| Whole message | Status | Calls | Cause |\n|---|---|---|---|\n${rows.join('\n')}\n`,
	);
}

function cellsOf({ status, calls, cause }: Omit<Rejection, 'message'>): string {
	const shown = calls === null ? 'every call' : calls.map((call) => `\`${call}\``).join(', ');
	return `${status ?? 'any'} | ${shown} | \`${cause}\``;
}
