/** A long list paid page by page, as an example does it, beside the same payments in one execution. */
import * as z from 'zod';
import { runReal } from './child';
import { DELAY_MS, PROTECTED } from './payouts';
import { atLeast, atMost, counted, shown, type Row } from './report';
import { TARGETS } from './targets';

const FEW = 10_000;
const MANY = 100_000;

const paid = z.object({
	payees: z.number(),
	ms: z.number(),
	inOneMs: z.number().nullable(),
	peakMiB: z.number().nullable(),
});
const result = z.object({
	few: paid,
	many: paid,
	killed: z.object({ payees: z.number(), before: z.number(), unknown: z.number() }),
});

export async function pages(tarball: string, quick: boolean, progress: (what: string) => void): Promise<Row[]> {
	const order = { tarball, delayMs: DELAY_MS, few: quick ? FEW / 10 : FEW, many: quick ? MANY / 10 : MANY };
	const { few, many, killed } = await runReal('pages', order, result, progress);
	const speed = (few.inOneMs ?? 0) / few.ms;
	const growth = (many.peakMiB ?? 0) / (few.peakMiB ?? 1);
	const perPayee = (one: z.infer<typeof paid>) => `${shown(one.ms / one.payees)} ms each`;
	return [
		{
			what: `${counted(few.payees)} payees by the page (500 a page), 10 in parallel: speed beside one execution`,
			protects: PROTECTED,
			measured: `${speed.toFixed(3)} times, ${perPayee(few)}`,
			target: atLeast(speed, TARGETS.pages.speed),
		},
		{
			what: `${counted(many.payees)} payees by the page: n8n's peak memory beside ${counted(few.payees)}`,
			protects: PROTECTED,
			measured: `${growth.toFixed(3)} times: ${shown(many.peakMiB ?? 0)} MiB beside ${shown(few.peakMiB ?? 0)}; ${perPayee(many)}`,
			target: atMost(growth, TARGETS.pages.memory),
		},
		{
			what: `${counted(killed.payees)} payees by the page, n8n killed after ${counted(killed.before)}`,
			protects: PROTECTED,
			measured: `none twice, none left out; ${killed.unknown} unknown, not sent again`,
			target: null,
		},
	];
}
