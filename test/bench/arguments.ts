/** What `npm run bench` was asked for. */
import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run bench -- [options]

  --quick         fewer payees and parts: within 3 minutes
  --check         end with an error where a target is missed
  --save          write the result to .cache/bench-results/
  --full          also 10,000 payees one by one, which takes 5 minutes more
  --only A,B      parts to run: payouts, files, events, engine, memory, package
  --payees N      payees of a usual run instead of 1,000; targets are for 1,000
  --publish A,B   no bench, but put saved results into docs/why/bench.md

'payouts', 'files' and 'events' start a real n8n, and install it where 'npm start' has not done so yet (2 to 5 minutes).
`;

export const PARTS = ['payouts', 'files', 'events', 'engine', 'memory', 'package'] as const;
export type Part = (typeof PARTS)[number];
const QUICK: readonly Part[] = ['payouts', 'files', 'engine', 'package'];

export interface Arguments {
	readonly quick: boolean;
	readonly check: boolean;
	readonly save: boolean;
	readonly full: boolean;
	readonly help: boolean;
	readonly publish: string | undefined;
	readonly payees: number;
	readonly parts: readonly Part[];
}

const PAYEES = 1_000;
const PAYEES_QUICK = 200;

/** Throws on what it does not know. */
export function readArguments(): Arguments {
	const off = { type: 'boolean', default: false } as const;
	const { values } = parseArgs({
		options: {
			quick: off,
			check: off,
			save: off,
			full: off,
			help: off,
			publish: { type: 'string' },
			only: { type: 'string' },
			payees: { type: 'string' },
		},
	});
	const payees = Number(values.payees ?? (values.quick ? PAYEES_QUICK : PAYEES));
	if (!Number.isInteger(payees) || payees < 10)
		throw new Error(`'--payees' must be a whole number of at least 10, not ${values.payees}`);
	return {
		...values,
		publish: values.publish,
		payees,
		parts: values.only?.split(',').map(partNamed) ?? (values.quick ? QUICK : PARTS),
	};
}

function partNamed(name: string): Part {
	const part = PARTS.find((one) => one === name.trim());
	if (part === undefined) throw new Error(`There is no part '${name}'. Parts: ${PARTS.join(', ')}`);
	return part;
}
