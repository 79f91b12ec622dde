/** What `npm run bench` was asked for. */
import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run bench -- [options]

  --check        end with an error where a target is missed
  --save         write the result to bench-results/ as well
  --rounds N     how many times as many rounds as usual; more give steadier ratios (default 1)
  --only A,B     parts to run: package, validation, reads, money, trigger, memory, events
  --all          every part, 'events' too

'events' starts a real n8n, and installs it where 'npm start' has not done so yet (2 to 5 minutes); it
runs only when it is asked for.
`;

export const PARTS = ['package', 'validation', 'reads', 'money', 'trigger', 'memory', 'events'] as const;
const USUAL = PARTS.filter((part) => part !== 'events');
export type Part = (typeof PARTS)[number];

export interface Arguments {
	readonly check: boolean;
	readonly save: boolean;
	readonly help: boolean;
	readonly parts: readonly Part[];
	/** Scales a usual number of rounds; at least one stays. */
	rounds(usual: number): number;
}

/** Throws on what it does not know. */
export function readArguments(): Arguments {
	const { values } = parseArgs({
		options: {
			check: { type: 'boolean', default: false },
			save: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
			rounds: { type: 'string', default: '1' },
			only: { type: 'string' },
			all: { type: 'boolean', default: false },
		},
	});
	const factor = Number(values.rounds);
	if (!(factor > 0)) throw new Error(`'--rounds' must be a number above 0, not ${values.rounds}`);
	return {
		...values,
		parts: values.all ? PARTS : (values.only?.split(',').map(partNamed) ?? USUAL),
		rounds: (usual) => Math.max(1, Math.round(usual * factor)),
	};
}

function partNamed(name: string): Part {
	const part = PARTS.find((one) => one === name.trim());
	if (part === undefined) throw new Error(`There is no part '${name}'. Parts: ${PARTS.join(', ')}`);
	return part;
}
