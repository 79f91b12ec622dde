'use strict';
// A hook that n8n loads into its own process (EXTERNAL_HOOK_FILES). It adds URLs through which tests call two services
// of n8n. Without the hook, the services need a language model (n8n's assistant) or a licence (evaluations).
const { createRequire } = require('node:module');
const { join } = require('node:path');

const ofN8n = createRequire(join(process.env.TEST_N8N_FOLDER, 'dist', 'index.js'));

/** The two services, by the last part of their URL. */
const services = {
	async 'execute-node'(user, request) {
		const { ExecuteNodeService } = ofN8n('./node-execution');
		return await ofN8n('@n8n/di').Container.get(ExecuteNodeService).run(user, request);
	},
	async 'run-evaluation'(user, { workflowId }) {
		const { TestRunnerService } = ofN8n('./evaluation.ee/test-runner/test-runner.service.ee');
		await ofN8n('@n8n/di').Container.get(TestRunnerService).runTest(user, workflowId);
		return {};
	},
};

async function ready({ app }) {
	const { UserRepository } = ofN8n('@n8n/db');
	app.post('/test/:service', async (request, response) => {
		try {
			const users = ofN8n('@n8n/di').Container.get(UserRepository);
			const [user] = await users.find({ where: { email: 'owner@example.com' }, relations: ['role'] });
			response.json(await services[request.params.service](user, request.body));
		} catch (error) {
			response.status(500).json({ message: String(error?.stack ?? error) });
		}
	});
}

module.exports = { n8n: { ready: [ready] } };
