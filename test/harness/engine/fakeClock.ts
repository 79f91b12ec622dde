/** The node's clock in tests: it notes each wait and returns at once. Import it before the node's modules. */
import type { Clock } from '../../../nodes/core/service/service';

interface FakeTime {
	/** The length of each wait, in milliseconds. */
	slept: number[];
	now: () => number;
	/** Called at each wait, with the number of waits so far. */
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
