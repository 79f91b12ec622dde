/** The node's clock in tests: what it would wait is noted, and nobody waits. Import it before what loads the node. */
import type { Clock } from '../../../nodes/core/service/service';

interface FakeTime {
	/** What was waited, in milliseconds. */
	slept: number[];
	now: () => number;
	/** Called at each wait, with how many there were. */
	onSleep: ((waits: number) => void) | null;
}

const mockTime: FakeTime = { slept: [], now: () => Date.now(), onSleep: null };

jest.mock('../../../nodes/core/service/service', () => {
	const real = jest.requireActual<Record<string, unknown>>('../../../nodes/core/service/service');
	const create = Object(Reflect.get(real, 'createService'));
	return {
		...real,
		createService: (transport: unknown, clock: Clock, ...more: unknown[]): unknown => {
			const fake: Clock = {
				...clock,
				now: () => mockTime.now(),
				random: () => 0,
				sleep: async (milliseconds) => {
					mockTime.slept.push(milliseconds);
					mockTime.onSleep?.(mockTime.slept.length);
				},
			};
			return Reflect.apply(create, undefined, [transport, fake, ...more]);
		},
	};
});

export const fakeTime = mockTime;
