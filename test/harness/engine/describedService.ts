/** A service made from the interface description alone: it answers each call with a sample from the description. */
import { callOf, nameOf, samplesOf, type Call, type Request } from '../../../interface/index';
import { openService } from '../localServer';

export async function openDescribedService() {
	const requests: Request[] = [];
	const answers: unknown[] = [];
	/** Answers set by a test, by call name. Each replaces the first sample of the call's description. */
	const given = new Map<string, unknown>();
	const service = await openService((asked) => {
		requests.push(asked);
		const call = callOf(asked);
		const answer = call && (given.get(nameOf(call)) ?? firstSample(call));
		answers.push(answer);
		return answer;
	});
	/** Empties `requests` and `answers`. Answers that a test put into `given` stay. */
	const clear = () => [requests, answers].forEach((list) => void list.splice(0));
	return { ...service, requests, answers, given, clear };
}

const first = new Map<Call, unknown>();

function firstSample(call: Call): unknown {
	const known = first.get(call) ?? samplesOf(call.answer)[0];
	first.set(call, known);
	return known;
}
