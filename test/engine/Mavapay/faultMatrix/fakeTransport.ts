/**
 * The road that payment requests take: one chosen request is led to a fault, all others go to the
 * sandbox. The request itself is always sent by the node, through n8n's own helper.
 */
import type { HttpResult } from '../../../../nodes/core/domain/httpResult';
import type { ServiceRequest, Transport } from '../../../../nodes/core/service/service';

/** Sends a request as the node does, to the sandbox or to another base URL. */
export type Send = (url: string | null) => Promise<HttpResult>;

/** Sees every request that leaves; gives what becomes of it. */
export type Traveller = (request: ServiceRequest, send: Send) => Promise<HttpResult>;

const mockRoad: { traveller: Traveller | null; slept: number[] } = { traveller: null, slept: [] };

jest.mock('../../../../nodes/core/n8n/adapter', () => {
	const real = jest.requireActual<Record<string, unknown>>('../../../../nodes/core/n8n/adapter');
	const make = Reflect.get(real, 'n8nTransport');
	return {
		...real,
		n8nTransport: (context: unknown, deployment: object, credential: unknown): Transport => {
			const to = (url: string | null): Transport =>
				Reflect.apply(Object(make), undefined, [context, url === null ? deployment : { ...deployment, baseUrl: url }, credential]);
			const usual = to(null);
			return async (request, settings) => {
				const send: Send = async (url) => await (url === null ? usual : to(url))(request, settings);
				return await (mockRoad.traveller === null ? send(null) : mockRoad.traveller(request, send));
			};
		},
	};
});

jest.mock('../../../../nodes/core/n8n/connection', () => ({
	n8nClock: (signal: AbortSignal | null) => ({
		now: () => Date.now(),
		random: () => 0,
		cancelled: () => signal?.aborted === true,
		sleep: async (milliseconds: number) => {
			mockRoad.slept.push(milliseconds);
		},
	}),
}));

/** Sets who watches the road; null: nobody, and every request goes its way. */
export function watchRoad(traveller: Traveller | null): void {
	mockRoad.traveller = traveller;
	mockRoad.slept.length = 0;
}

/** The back-off waits asked for since the road was last set, none of which was waited for. */
export const sleptOnRoad = (): readonly number[] => mockRoad.slept;
