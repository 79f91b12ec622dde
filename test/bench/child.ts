/** Child processes for the parts of the bench that need a real n8n. They report their progress, then their result. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as z from 'zod';

const message = z.union([z.object({ progress: z.string() }), z.object({ result: z.unknown() })]);

/**
 * Runs `real/<name>.mjs` with `order`, which says what to measure, as JSON. Returns the result that the script sends.
 *
 * @throws if the script ends without a result
 */
export async function runReal<T>(
	name: string,
	order: object,
	result: z.ZodType<T>,
	progress: (what: string) => void,
): Promise<T> {
	const script = join(__dirname, 'real', `${name}.mjs`);
	// This process's TypeScript loader isn't passed on, because the script doesn't need it.
	const child = fork(script, [JSON.stringify(order)], { execArgv: [] });
	let told: { readonly result: unknown } | null = null;
	child.on('message', (received) => {
		const read = message.parse(received);
		if ('progress' in read) progress(read.progress);
		else told = read;
	});
	const [code] = await once(child, 'exit');
	if (told === null || code !== 0)
		throw new Error(`The part '${name}' ended with code ${code} and ${told === null ? 'no' : 'a'} result`);
	return result.parse(Reflect.get(told, 'result'));
}
