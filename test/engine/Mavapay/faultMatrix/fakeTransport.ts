/**
 * The transport of payment requests: one chosen request meets a fault, all others go to the sandbox. The node itself
 * sends every request, with n8n's own request helper.
 */
import { fakeTime } from '../../../harness/engine/fakeClock';
import type { HttpResult } from '../../../../nodes/core/http/httpResult';
import type { ServiceRequest, Transport } from '../../../../nodes/core/service/service';

/** Sends a request as the node does, to this base URL; null for the sandbox's. */
export type Send = (url: string | null) => Promise<HttpResult>;

/** Called for every outgoing request; returns its result. */
export type Interceptor = (request: ServiceRequest, send: Send) => Promise<HttpResult>;

const mockTransport: { interceptor: Interceptor | null } = { interceptor: null };

jest.mock('../../../../nodes/core/n8n/adapter', () => {
	const real = jest.requireActual<Record<string, unknown>>('../../../../nodes/core/n8n/adapter');
	const make = Reflect.get(real, 'n8nTransport');
	return {
		...real,
		n8nTransport: (context: unknown, deployment: object, credential: unknown): Transport => {
			const to = (url: string | null): Transport =>
				Reflect.apply(Object(make), undefined, [
					context,
					url === null ? deployment : { ...deployment, baseUrl: url },
					credential,
				]);
			const usual = to(null);
			return async (request, settings) => {
				const send: Send = async (url) => await (url === null ? usual : to(url))(request, settings);
				return await (mockTransport.interceptor === null ? send(null) : mockTransport.interceptor(request, send));
			};
		},
	};
});

/** Sets the interceptor of all requests; null sends every request to the sandbox. */
export function interceptRequests(interceptor: Interceptor | null): void {
	mockTransport.interceptor = interceptor;
	fakeTime.slept.length = 0;
}

/** The back-off waits since the interceptor was last set. The fake clock skips them. */
export const sleptWaits = (): readonly number[] => fakeTime.slept;
