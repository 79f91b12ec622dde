/** An n8n that does otherwise, planted: the facts of n8n's engine say which one changed. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(__dirname, '..', '..');
const FACTS = ['test/n8nFacts/httpRequestHelper.test.ts', '-t', 'an answer that arrives whole|redirects'];
/** Where n8n turns a node's options into a request. */
const FILE = '@n8n/backend-network/dist/http/axios/request.js';

const results = z.object({
	testResults: z.array(z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })),
});

/** The facts that fail where n8n's file has `to` in place of `from`. */
async function broken(from: string, to: string): Promise<string[]> {
	const folder = mkdtempSync(join(tmpdir(), 'planted-'));
	const file = join(folder, 'results.json');
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const preload = ['--require', join(__dirname, 'planting.js')];
	const args = [...preload, jest, '--runInBand', '--json', `--outputFile=${file}`, ...FACTS];
	const env = { ...process.env, PLANTED: JSON.stringify({ file: FILE, from, to }) };
	try {
		await new Promise((resolve) => {
			execFile(process.execPath, args, { cwd: root, env }, resolve);
		});
		return results
			.parse(JSON.parse(readFileSync(file, 'utf8')))
			.testResults.flatMap(({ assertionResults }) => assertionResults)
			.filter(({ status }) => status === 'failed')
			.map(({ fullName }) => fullName);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

it('an n8n that follows redirects, with a payment in its body', async () => {
	const facts = await broken('axiosRequest.maxRedirects = 0;', 'axiosRequest.maxRedirects = 5;');
	expect(facts).toContainEqual(expect.stringMatching(/^redirects /));
});

it('an n8n that throws what answers a payment, and asks again after a 401', async () => {
	const facts = await broken('axiosRequest.validateStatus = () => true;', '');
	expect(facts).toContainEqual(expect.stringMatching(/whatever its status 401$/));
});
