import { randomBytes } from 'node:crypto';
import { waitFor } from '../lib/waiting.mjs';

/** Whether an execution with this status has ended. @param {string} status */
export const hasEnded = (status) => ['success', 'error', 'crashed', 'canceled'].includes(status);

/** Gives each request to n8n a new connection, because n8n may close an idle one just when it is used again. */
export const ownConnection = { connection: 'close' };

/**
 * Drives one n8n over its own interfaces: `/rest` as the editor does (with the login cookie), `/api/v1` as an
 * integrator does (with an API key).
 */
export class N8nClient {
	/** @type {string} */ #baseUrl;
	#cookie = '';
	#apiKey = '';

	/** @param {string} baseUrl */
	constructor(baseUrl) {
		this.#baseUrl = baseUrl;
	}

	/**
	 * Makes the owner of a fresh instance, signs in and makes an API key with every scope.
	 *
	 * @param {{email?: string, password?: string, firstName?: string, lastName?: string}} [owner]
	 * @returns {Promise<{email: string, password: string}>} the owner's login in the editor
	 */
	async setUpOwner({ email = 'owner@example.com', password, firstName = 'Demo', lastName = 'Owner' } = {}) {
		// n8n wants 8 to 64 characters with a digit and a capital letter.
		const secret = password ?? `Demo1${randomBytes(6).toString('hex')}`;
		await this.rest('POST', '/owner/setup', { email, password: secret, firstName, lastName });
		await this.#makeApiKey();
		return { email, password: secret };
	}

	/** @param {{email: string, password: string}} owner */
	async signIn({ email, password }) {
		await this.rest('POST', '/login', { emailOrLdapLoginId: email, password });
		await this.#makeApiKey();
	}

	async #makeApiKey() {
		const scopes = await this.rest('GET', '/api-keys/scopes');
		const label = `harness ${randomBytes(4).toString('hex')}`;
		this.#apiKey = (await this.rest('POST', '/api-keys', { label, expiresAt: null, scopes })).rawApiKey;
	}

	/** @param {{name: string, type: string, data: object}} credential @returns {Promise<{id: string, name: string}>} */
	async createCredential({ name, type, data }) {
		const { id } = await this.rest('POST', '/credentials', { name, type, data });
		return { id, name };
	}

	/**
	 * Runs the editor's test of a stored credential.
	 *
	 * @param {string} id @returns {Promise<{status: 'OK' | 'Error', message: string}>}
	 */
	async testCredential(id) {
		const { data, ...stored } = await this.rest('GET', `/credentials/${id}?includeData=true`);
		return this.rest('POST', '/credentials/test', { credentials: { ...stored, data } });
	}

	/**
	 * @param {Workflow} workflow
	 * @param {Record<string, {id: string, name: string}>} [credentials] by the name in the file, or by credential type
	 * @returns {Promise<{id: string, name: string}>}
	 */
	async importWorkflow(workflow, credentials = {}) {
		const nodes = workflow.nodes.map((node) => {
			const chosen = Object.entries(node.credentials ?? {}).map(([type, { name }]) => [
				type,
				credentials[name] ?? credentials[type],
			]);
			const given = Object.fromEntries(chosen.filter(([, credential]) => credential !== undefined));
			return node.credentials ? { ...node, credentials: { ...node.credentials, ...given } } : node;
		});
		// Without `pinData` n8n stores null, on which the editor's second 'Execute step' fails.
		const { name, connections, settings = {}, pinData = {} } = workflow;
		const { id } = await this.rest('POST', '/workflows', {
			name,
			nodes,
			connections,
			settings,
			pinData,
			active: false,
		});
		return { id, name };
	}

	/** Publishes a workflow. n8n answers before the webhook methods have run, so callers must poll for their effect. @param {string} id */
	activate(id) {
		return this.api('POST', `/workflows/${id}/activate`);
	}

	/** @param {string} id */
	deactivate(id) {
		return this.api('POST', `/workflows/${id}/deactivate`);
	}

	/**
	 * Starts a run by hand, as the editor's button does.
	 *
	 * @param {string} workflowId @param {string} trigger the name of the trigger node to start from
	 * @returns {Promise<string>} the execution's id
	 */
	async startRun(workflowId, trigger) {
		// n8n 2.0 runs the workflow in the request; newer versions run the saved workflow.
		const workflowData = await this.rest('GET', `/workflows/${workflowId}`);
		const { executionId } = await this.rest('POST', `/workflows/${workflowId}/run`, {
			workflowData,
			triggerToStartFrom: { name: trigger },
		});
		if (!executionId) throw new Error(`n8n did not start workflow ${workflowId} from '${trigger}'.`);
		return String(executionId);
	}

	/** @param {string} workflowId @param {string} trigger @param {number} [timeoutMs] */
	async run(workflowId, trigger, timeoutMs) {
		return this.waitForExecution(await this.startRun(workflowId, trigger), timeoutMs);
	}

	/** Runs an ended execution again, as Retry in the list of executions does. @param {string} id @returns {Promise<string>} the new id */
	async retry(id) {
		const answer = await this.api('POST', `/executions/${id}/retry`, { loadWorkflow: false });
		return String(answer.id);
	}

	/**
	 * @param {string} id @param {number} [timeoutMs]
	 * @returns {Promise<Execution>} the execution, once it has ended in any way
	 */
	waitForExecution(id, timeoutMs = 600_000) {
		return waitFor(
			`execution ${id} to end`,
			async () => {
				const execution = await this.execution(id);
				return execution && hasEnded(execution.status) ? execution : undefined;
			},
			{ timeoutMs },
		);
	}

	/**
	 * @param {string} id
	 * @returns {Promise<Execution | undefined>} undefined while n8n doesn't list it yet or, on a busy machine, has lost
	 * its database for a moment
	 */
	execution(id) {
		return this.api('GET', `/executions/${id}?includeData=true`).catch((error) => {
			if (error instanceof N8nAnswerError && [404, 503].includes(error.status)) return undefined;
			throw error;
		});
	}

	/**
	 * The executions of a workflow, oldest first.
	 *
	 * @param {string} workflowId @returns {Promise<Execution[]>}
	 */
	async executions(workflowId) {
		/** @type {Execution[]} */
		const all = [];
		for (let cursor = ''; ;) {
			const query = new URLSearchParams({
				workflowId,
				includeData: 'true',
				limit: '100',
				...(cursor ? { cursor } : {}),
			});
			const page = await this.api('GET', `/executions?${query}`);
			all.push(...page.data);
			if (!page.nextCursor) return all.reverse();
			cursor = page.nextCursor;
		}
	}

	/** @param {string} method @param {string} path below `/rest` @param {object} [body] */
	async rest(method, path, body) {
		const answer = await this.#call(method, `/rest${path}`, { cookie: this.#cookie }, body);
		return answer && typeof answer === 'object' && 'data' in answer ? answer.data : answer;
	}

	/** @param {string} method @param {string} path below `/api/v1` @param {object} [body] */
	api(method, path, body) {
		return this.#call(method, `/api/v1${path}`, { 'x-n8n-api-key': this.#apiKey }, body);
	}

	/** @param {string} method @param {string} path @param {Record<string, string>} headers @param {object} [body] */
	async #call(method, path, headers, body) {
		const answer = await fetch(`${this.#baseUrl}${path}`, {
			method,
			headers: {
				...headers,
				...ownConnection,
				accept: 'application/json',
				...(body ? { 'content-type': 'application/json' } : {}),
			},
			body: body && JSON.stringify(body),
		});
		for (const cookie of answer.headers.getSetCookie()) {
			if (cookie.startsWith('n8n-auth=')) this.#cookie = cookie.split(';')[0] ?? '';
		}
		const text = await answer.text();
		if (!answer.ok) throw new N8nAnswerError(method, path, answer.status, text);
		// n8n 2.0 answers a chat message with a stream.
		if (answer.headers.get('content-type')?.includes('json-lines')) return text;
		return text === '' ? undefined : JSON.parse(text);
	}
}

/** n8n answered with an error status. */
export class N8nAnswerError extends Error {
	/** @param {string} method @param {string} path @param {number} status @param {string} text */
	constructor(method, path, status, text) {
		super(`n8n answered ${status} to ${method} ${path.split('?')[0]}: ${text.slice(0, 500)}`);
		this.status = status;
	}
}

/**
 * The items that a node emitted in an execution.
 *
 * @param {Execution} execution @param {string} node @param {number} [output] 0 is the first
 * @returns {Array<Record<string, any>>} the json of each item; empty when the node did not run
 */
export function itemsOf(execution, node, output = 0) {
	const runs = execution.data?.resultData?.runData?.[node] ?? [];
	return runs.flatMap((run) => (run.data?.main?.[output] ?? []).map((item) => item.json));
}

/**
 * @typedef {object} WorkflowNode
 * @property {string} name
 * @property {string} type
 * @property {Record<string, any>} parameters
 * @property {Record<string, {id: string, name: string}>} [credentials]
 *
 * @typedef {object} Workflow
 * @property {string} name
 * @property {WorkflowNode[]} nodes
 * @property {object} connections
 * @property {object} [settings]
 * @property {object} [pinData]
 *
 * @typedef {object} Execution
 * @property {string} id
 * @property {string} mode `manual`, `webhook`, ...
 * @property {string} status `success`, `error`, `crashed`, `canceled`, or one of the states before the end
 * @property {{resultData?: {error?: {message: string, description?: string | null}, runData?: Record<string,
 *   Array<{data?: {main?: Array<Array<{json: Record<string, any>}>>}, error?: {message: string, description?: string | null}}>>}}} [data]
 */
