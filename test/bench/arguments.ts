/** The command-line arguments of `npm run bench`. */
import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run bench -- [options]

  --quick         fewer payees and parts: within 3 minutes
  --check         end with an error where a target is missed
  --full          also 10,000 payees one by one, which takes 5 minutes more
  --only A,B      parts to run: payouts, files, engine, memory

'payouts' and 'files' start a real n8n, and install it where 'npm start' has not done so yet (2 to 5 minutes).
`;

export const PARTS = ['payouts', 'files', 'engine', 'memory'] as const;
export type Part = (typeof PARTS)[number];
const QUICK: readonly Part[] = ['payouts', 'files', 'engine'];

export interface Arguments {
	readonly quick: boolean;
	readonly check: boolean;
	readonly full: boolean;
	readonly help: boolean;
	readonly payees: number;
	readonly parts: readonly Part[];
}

const PAYEES = 1_000;
const PAYEES_QUICK = 200;

/** Throws on an unknown argument. */
export function readArguments(): Arguments {
	const off = { type: 'boolean', default: false } as const;
	const { values } = parseArgs({
		options: {
			quick: off,
			check: off,
			full: off,
			help: off,
			only: { type: 'string' },
		},
	});
	return {
		...values,
		payees: values.quick ? PAYEES_QUICK : PAYEES,
		parts: values.only?.split(',').map(partNamed) ?? (values.quick ? QUICK : PARTS),
	};
}

function partNamed(name: string): Part {
	const part = PARTS.find((one) => one === name.trim());
	if (part === undefined) throw new Error(`There is no part '${name}'. Parts: ${PARTS.join(', ')}`);
	return part;
}
