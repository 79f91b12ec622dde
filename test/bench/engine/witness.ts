/** What the wallet's list of withdrawals costs: beside the same payments with Allow Repeats, which read none. */
import { DAY_MS } from '../../../nodes/core/domain/dateTime';
import { atMost, counted, median, type Row } from '../report';
import { TARGETS } from '../targets';
import { bankPayouts, type Contender } from './contenders';
import { sample } from './measure';
import type { BenchService } from './service';

const DELAY_MS = 20;
const LISTED = [0, 100, 3_000];
const PAYEES = [1, 100] as const;
const ROUNDS = 9;

export async function witness(ours: Contender, service: BenchService, quick: boolean): Promise<Row[]> {
	const rows: Row[] = [];
	for (const listed of LISTED) {
		for (const payees of PAYEES) {
			const rounds = quick || payees > 1 ? 3 : ROUNDS;
			const ratios: number[] = [];
			for (let round = 0; round <= rounds; round++) {
				const ratio = await once(ours, service, { listed, payees, isFirst: round % 2 === 0 });
				if (round > 0) ratios.push(ratio);
			}
			const most = TARGETS.witness[payees];
			rows.push({
				what: `${payees === 1 ? 'one payment' : `${payees} payments one by one`}, ${counted(listed)} withdrawals of these days in the wallet, beside the same with Allow Repeats, which reads no list; the service takes ${DELAY_MS} ms`,
				measured: `${median(ratios).toFixed(3)} times (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
				target: atMost(median(ratios), most),
			});
		}
	}
	await service.delay(0);
	return rows;
}

/** The time with the list by the time without; the list has as many entries before each. */
async function once(
	ours: Contender,
	service: BenchService,
	{ listed, payees, isFirst }: { listed: number; payees: number; isFirst: boolean },
): Promise<number> {
	const took = async (allowRepeats: boolean) => {
		await service.delay(0);
		await service.age(3 * DAY_MS);
		await service.withdraw(listed);
		await service.delay(DELAY_MS);
		// With the name enquiry, beside which the list is read.
		const asked = { withoutNameEnquiry: false, accountName: '', allowRepeats };
		return (await sample(ours, bankPayouts(service.url, payees, asked))).wallMs;
	};
	const first = await took(!isFirst);
	const second = await took(isFirst);
	return isFirst ? first / second : second / first;
}
