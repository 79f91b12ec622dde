import { calls, events, nameOf, problemsOfAnswer, problemsOfEvent, samplesOf } from '../../interface';
it('x', () => {
	for (const call of calls) {
		const samples = samplesOf(call.answer);
		const q = samplesOf(call.query); const b = call.body ? samplesOf(call.body) : [];
		console.log(nameOf(call), samples.length, q.length, b.length, samples.flatMap((s) => problemsOfAnswer(call, 200, s)));
	}
	for (const event of events) console.log(event.event, event.currency, samplesOf(event.body).length, samplesOf(event.body).flatMap(problemsOfEvent));
});
