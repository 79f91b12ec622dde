// n8n's task runner, as the containers of n8nio/runners start it. The tests run the program that comes with n8n.
import { createRequire } from 'node:module';
import { startProcess } from '../../scripts/lib/processes.mjs';
import { itemsOf } from '../../scripts/n8n/client.mjs';
import { node } from '../../scripts/n8n/workflow.mjs';

/**
 * Starts a task runner and connects it to n8n's running task broker, as the launcher in the image does.
 *
 * @param {import('../../scripts/n8n/install.mjs').Harness} harness the n8n whose runner is started
 * @param {{N8N_RUNNERS_TASK_BROKER_URI: string, N8N_RUNNERS_AUTH_TOKEN: string}} env the environment of a container with runners
 */
export async function startTaskRunner({ n8n, node: program }, env) {
	const answer = await fetch(`${env.N8N_RUNNERS_TASK_BROKER_URI}/runners/auth`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ token: env.N8N_RUNNERS_AUTH_TOKEN }),
	});
	if (!answer.ok) throw new Error(`The broker answered ${answer.status}`);
	const { data } = await answer.json();
	const start = createRequire(n8n).resolve('@n8n/task-runner/start');
	return startProcess({
		name: 'n8n task runner',
		command: program,
		args: ['--disallow-code-generation-from-strings', '--disable-proto=delete', start],
		env: { ...env, N8N_RUNNERS_GRANT_TOKEN: data.token },
	});
}

/** Runs a workflow with a Code node by hand and returns the node's output. @param {import('../../scripts/n8n/client.mjs').N8nClient} client */
export async function runCode(client) {
	const { id } = await client.importWorkflow({
		name: 'Code',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', {}),
			node('Code', 'n8n-nodes-base.code', { jsCode: 'return [{ json: { sum: 1 + 1 } }];' }, { typeVersion: 2 }),
		],
		connections: { Start: { main: [[{ node: 'Code', type: 'main', index: 0 }]] } },
	});
	return itemsOf(await client.run(id, 'Start'), 'Code')[0];
}
