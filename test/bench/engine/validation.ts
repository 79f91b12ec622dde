/** Checking beneficiaries without a network: Validate Only, without the name enquiry. */
import { bankPayouts, type Contender } from './contenders';
import { below, median, shown, type Row } from '../report';
import { TARGETS } from '../targets';
import { sample } from './measure';

const ITEMS = 1_000;
const ROUNDS = 7;

/** Nothing is sent to the service, so the tasks have no address. */
export async function validation(ours: Contender): Promise<Row[]> {
	return [
		await row('Validate Only', ours, {}, TARGETS.validateMs),
		await row('Validate Only with Maximum Total', ours, { maximumTotal: '900000000000' }, TARGETS.validateWithTotalMs),
	];
}

async function row(name: string, ours: Contender, options: Record<string, string>, targetMs: number): Promise<Row> {
	const samples: number[] = [];
	for (let round = 0; round <= ROUNDS; round++) {
		const task = bankPayouts('', ITEMS, { validateOnly: true, ...options });
		const { wallMs } = await sample(ours, task);
		if (round > 0) samples.push(wallMs);
	}
	const wallMs = median(samples);
	return {
		what: `${name}, ${ITEMS} beneficiaries`,
		measured: `${shown(wallMs)} ms`,
		target: below(wallMs, targetMs, 'ms'),
	};
}
