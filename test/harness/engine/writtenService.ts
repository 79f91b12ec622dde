/** A service that answers the requests of one case as it is written down, and nothing else. */
import { requestsOf, type Sent, type WrittenCase } from '../../cases/case';
import { openService } from '../localServer';

/** The wallet's list beside a payment. */
const NOTHING_LISTED = { status: 'ok', count: 0, nextPage: false, data: [] };

export async function openWrittenService(one: WrittenCase) {
	const { made, replies } = one.written;
	const open = requestsOf(one, made).map((request, place) => ({ request, reply: replies[place] }));
	/** What was asked, in order. */
	const requests: Sent[] = [];
	const service = await openService((asked) => {
		// Two reads may be under way at once.
		const place = open.findIndex(({ request }) => request.method === asked.method && request.path === asked.path);
		if (place === -1 && asked.path === '/transactions') return NOTHING_LISTED;
		requests.push(asked);
		return place === -1 ? undefined : open.splice(place, 1)[0]?.reply?.body;
	});
	return { ...service, requests };
}
