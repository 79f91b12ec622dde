/** A service that knows nothing but the description of its interface: it answers whatever can be drawn from that. */
import { callOf, nameOf, samplesOf, type Call, type Request } from '../../../interface/index';
import { openService } from '../localServer';

export async function openDescribedService() {
	/** What was asked, in order. */
	const requests: Request[] = [];
	/** Bodies of answers, in order. */
	const answers: unknown[] = [];
	/** By the name of a call: what it answers instead of the first sample of its description. */
	const given = new Map<string, unknown>();
	const service = await openService((asked) => {
		requests.push(asked);
		const call = callOf(asked);
		const answer = call && (given.get(nameOf(call)) ?? firstSample(call));
		answers.push(answer);
		return answer;
	});
	/** Forgets what was asked and answered; what was given stays. */
	const clear = () => [requests, answers].forEach((list) => void list.splice(0));
	return { ...service, requests, answers, given, clear };
}

const first = new Map<Call, unknown>();

function firstSample(call: Call): unknown {
	const known = first.get(call) ?? samplesOf(call.answer)[0];
	first.set(call, known);
	return known;
}
