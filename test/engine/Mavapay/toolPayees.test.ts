/** What an AI agent may create for an allowed payee; a task in docs/why/evaluation.md tries other payees. */
import { TASKS } from '../../evaluation/tasks';
import { ADA } from '../../evaluation/payees';
import { callTool, sent, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const task = TASKS.find(({ name }) => name === 'A link, a saved account and an automatic payout for somebody else');

describe.each(['engine', 'connection'] as const)('on the %s path', (path) => {
	test.each([
		['Payment link', '/paymentlink'],
		['Save an account', '/bankaccount'],
		['Get a quote', '/quote'],
	])('%s', async (tool, route) => {
		const parameters = { ...task?.tools.find(({ name }) => name === tool)?.parameters, allowedPayees: ADA };
		await callTool(service.sandbox, path, parameters, [{ bank: '000013', account: '0123456789' }]);
		const made = sent(service.sandbox).filter(({ method }) => method !== 'GET');
		expect(made.map((request) => request.path)).toEqual([route]);
	});
});
