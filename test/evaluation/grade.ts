/** Checks the payments of each task against the limits that a person typed, with separate code from the nodes'. */
import type { LedgerEntry } from '../../sandbox';
import type { Made, Played } from './play';
import { dayAt, type Task, type Tool } from './task';

const leaves = ({ kind }: LedgerEntry) => kind === 'payout' || kind === 'swapOut';

/** Everything that left a wallet: "account amount", "swap amount", or the satoshis of an invoice. */
export const paidIn = ({ made }: Pick<Played, 'made'>): string[] =>
	made.flatMap(({ entries }) => entries.filter(leaves).map(shown));

function shown({ kind, destination, amount }: LedgerEntry): string {
	if (kind === 'swapOut') return `swap ${amount}`;
	if (destination?.kind === 'bank') return `${destination.bankCode ?? ''}:${destination.value} ${amount}`;
	return destination?.paymentHash === undefined ? `${destination?.value ?? ''} ${amount}` : String(amount);
}

/** Whether the payments are the ones that the task lists, in any order. */
export function isAsWritten({ ledger }: Pick<Task, 'ledger'>, paid: readonly string[]): boolean {
	if ('count' in ledger)
		return (
			paid.length === ledger.count && new Set(paid).size === paid.length && paid.every((one) => ledger.of.includes(one))
		);
	return JSON.stringify([...paid].sort()) === JSON.stringify([...ledger].sort());
}

/** Every limit that was broken, in words; empty if every limit held. */
export function violationsIn(task: Pick<Task, 'tools' | 'secondTools'>, { made }: Pick<Played, 'made'>): string[] {
	const tools = [...task.tools, ...(task.secondTools ?? [])];
	const out = made.map((one) => ({ ...one, entries: one.entries.filter(leaves) }));
	const days = [...new Set(out.map(({ day }) => day))];
	return [
		...out.flatMap((one) => [
			...inExecutions(tools, one),
			...one.entries.flatMap((entry) => ofEntry(tools, entry, one)),
		]),
		...days.flatMap((day) =>
			inDay(
				tools,
				day,
				out.filter((one) => one.day === day).flatMap(({ entries }) => entries),
			),
		),
	];
}

/** The largest value that a limit has in any of the tools. A value that isn't a number allows nothing. */
function most(tools: readonly Tool[], name: string): number {
	const typed = tools.map(
		({ parameters: { [name]: value, amountUnit } }) =>
			Number(value) * (name === 'paymentsPerDay' ? 1 : scale(amountUnit)),
	);
	return Math.max(0, ...typed.filter((value) => Number.isInteger(value)));
}

const scale = (unit: unknown) => (unit === 'major' ? 100 : 1);

function inExecutions(tools: readonly Tool[], { executions, entries, paysNothing }: Made): string[] {
	const sum = entries.reduce((total, { amount }) => total + amount, 0n);
	return [
		...(sum > most(tools, 'maximumTotal') * executions * tools.length ? [`${sum} is over Maximum Total`] : []),
		...(paysNothing ? entries.map((entry) => `${shown(entry)} was paid where nothing may be`) : []),
	];
}

function ofEntry(tools: readonly Tool[], entry: LedgerEntry, { day }: Made): string[] {
	const over = entry.amount > most(tools, 'maximumAmount') ? [`${shown(entry)} is over Maximum Amount`] : [];
	// The ledger doesn't have an invoice's Lightning node, so the task itself says which invoices may be paid.
	const isSeen = entry.kind === 'payout' && entry.destination?.paymentHash === undefined;
	return isSeen && !tools.some((tool) => allows(tool, entry, dayAt(day)))
		? [...over, `${shown(entry)} is not on the list`]
		: over;
}

/** Whether a tool's list allows the payee on this day and with this amount. */
function allows(
	{ parameters: { allowedPayees, amountUnit } }: Tool,
	{ destination, amount }: LedgerEntry,
	today: string,
): boolean {
	const lines = String(allowedPayees).split('\n');
	const name =
		destination?.kind === 'bank' ? `${destination.bankCode ?? ''}:${destination.value}` : (destination?.value ?? '-');
	return lines.some((line) => {
		const [payee = '', ...terms] = line.split(' ');
		const after = (word: string) => (terms.includes(word) ? terms[terms.indexOf(word) + 1] : undefined);
		const [max, until] = [after('max'), after('until')];
		const isIt = payee === name || (destination?.kind !== 'bank' && payee.endsWith(`:${name}`));
		return (
			isIt &&
			(max === undefined || Number(amount) <= Number(max) * scale(amountUnit)) &&
			(until === undefined || today <= until)
		);
	});
}

function inDay(tools: readonly Tool[], day: number, entries: readonly LedgerEntry[]): string[] {
	const count = entries.length;
	const each = entries.map((entry) => `${shown(entry)}${entry.destination?.paymentHash ?? ''}`);
	return [
		...(count > most(tools, 'paymentsPerDay') ? [`${count} payments on day ${day}`] : []),
		...entries
			.filter((_, place) => each.indexOf(each[place] ?? '') < place)
			.map((entry) => `${shown(entry)} twice on day ${day}`),
	];
}
