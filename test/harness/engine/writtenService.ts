/** A service that answers only the requests that a test case lists. */
import { requestsOf, type Sent, type WrittenCase } from '../../cases/case';
import { openService } from '../localServer';

/** An empty list of the wallet's withdrawals. The node reads the list with each payment. */
const NOTHING_LISTED = { status: 'ok', count: 0, nextPage: false, data: [] };

export async function openWrittenService(one: WrittenCase) {
	const { made, replies } = one.written;
	const open = requestsOf(one, made).map((request, place) => ({ request, reply: replies[place] }));
	const requests: Sent[] = [];
	const service = await openService((asked) => {
		// Two reads can arrive in either order.
		const place = open.findIndex(({ request }) => request.method === asked.method && request.path === asked.path);
		if (place === -1 && asked.path === '/transactions') return NOTHING_LISTED;
		requests.push(asked);
		return place === -1 ? undefined : open.splice(place, 1)[0]?.reply?.body;
	});
	return { ...service, requests };
}
