/**
 * A reporter of `node --test`: a line of JSON for each file that ended, with the milliseconds that it took.
 *
 * @param {AsyncIterable<{type: string, data: {file?: string, name?: string, details?: {duration_ms: number}, duration_ms?: number}}>} events
 */
export default async function* suiteTimes(events) {
	for await (const { type, data } of events) {
		// Node 20 reports a file as a test with the file's name, later versions in a summary.
		const isFile = type === 'test:complete' ? data.name === data.file : type === 'test:summary' && data.file;
		const ms = data.details?.duration_ms ?? data.duration_ms;
		if (isFile && ms !== undefined) yield `${JSON.stringify({ name: data.file, ms })}\n`;
	}
}
