import { node } from '../../n8n/workflow.mjs';
import { decides, httpPays, looksThenWrites, oneAtATime, rowInWork } from './parts.mjs';

const paid = "const { paid = {} } = $getWorkflowStaticData('global');";

/** @param {string} name @param {string[]} lines */
const code = (name, lines) =>
	node(name, 'n8n-nodes-base.code', { mode: 'runOnceForAllItems', jsCode: lines.join('\n') }, { typeVersion: 2 });

/** @type {import('./parts.mjs').Contestant} */
export const staticData = {
	name: 'HTTP + static data',
	service: 'mavapay',
	credentials: ['httpHeaderAuth'],
	build: (given) => ({
		nodes: [
			oneAtATime(),
			code('Look', [
				paid,
				'return $input.all().map(({ json }) => ({ json: { ...json, isNew: !paid[json.reference] } }));',
			]),
			decides('New', '$json.isNew'),
			httpPays(given, '$json'),
			code('Write down', [
				"const data = $getWorkflowStaticData('global');",
				`data.paid = { ...data.paid, [${rowInWork}.reference]: true };`,
				'return $input.all();',
			]),
		],
		lines: looksThenWrites,
	}),
};
