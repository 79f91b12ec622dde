import { startSandbox, type Sandbox } from '../../sandbox/index';
import { call } from './sandboxClient';

/** One sandbox for all tests of a file that imports it. It is reset before each test. */
export let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => {
	await sandbox.close();
});
beforeEach(() => {
	sandbox.reset();
});

export const post = (path: string, body: unknown) => call(sandbox, 'POST', path, { body });
export const error = (message: string | RegExp) => ({ status: 'error', message: expect.stringMatching(message) });
