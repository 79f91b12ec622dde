// Reads a file of payments in a real n8n, with our node and with n8n's Extract from File, after both have read it once.
// Its argument is JSON that says what to read. Sends the time of each read, and n8n's memory.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { harness } from '../../../scripts/lib/paths.mjs';
import { chained, node } from '../../../scripts/n8n/workflow.mjs';
import { progress, startPlace, tell } from './place.mjs';
import { memoryOf, resetPeak } from './process.mjs';

/** @type {{tarball: string, rows: number, rounds: number}} */
const order = JSON.parse(process.argv[2] ?? '{}');
// This workbook is written by the library with which n8n itself reads workbooks.
const { utils, write } = createRequire(join(harness, 'package.json'))('@e965/xlsx');

const rows = Array.from({ length: order.rows }, (_, index) => ({
	Reference: `INV-${index}`,
	'Account Name': `Payee ${index} Ltd`,
	'Account Number': String(100_000_000 + index).padStart(10, '0'),
	Bank: '000013',
	Amount: `${1_000 + index}.50`,
}));
const sheet = utils.json_to_sheet(rows);
const files = {
	csv: { name: 'payments.csv', type: 'text/csv', bytes: Buffer.from(utils.sheet_to_csv(sheet)) },
	xlsx: {
		name: 'payments.xlsx',
		type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		bytes: write(
			{ SheetNames: ['Payments'], Sheets: { Payments: sheet } },
			{ type: 'buffer', bookType: 'xlsx', compression: true },
		),
	},
};

const server = createServer(({ url }, response) => {
	const file = Object.values(files).find(({ name }) => url === `/${name}`);
	if (file === undefined) response.writeHead(404).end();
	else response.writeHead(200, { 'content-type': file.type }).end(file.bytes);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
const address = server.address();
const port = typeof address === 'object' ? address?.port : null;

const readers = {
	ours: () =>
		node(
			'Read',
			'n8n-nodes-mavapay.mavapay',
			{ resource: 'payout', operation: 'readFile' },
			{ credentials: { mavapayApi: {} } },
		),
	n8n: (/** @type {string} */ operation) => node('Read', 'n8n-nodes-base.extractFromFile', { operation }),
};

const place = await startPlace(order.tarball);
/** @type {Record<string, unknown[]>} */
const taken = {};
try {
	for (const kind of /** @type {const} */ (['csv', 'xlsx'])) {
		const workflows = { ours: await workflow('ours', kind), n8n: await workflow('n8n', kind) };
		for (const id of Object.values(workflows)) await read(id);
		taken[kind] = [];
		for (let round = 0; round < order.rounds; round++) {
			const ours = await read(workflows.ours);
			taken[kind].push({ ours, n8n: await read(workflows.n8n) });
			progress(`${order.rows} rows of ${kind}, round ${round + 1} of ${order.rounds}`);
		}
	}
} finally {
	server.close();
	await place.dispose();
}
await tell({ rows: order.rows, ...taken });

/** @param {'ours' | 'n8n'} reader @param {'csv' | 'xlsx'} kind */
async function workflow(reader, kind) {
	const options = { response: { response: { responseFormat: 'file' } } };
	const url = `http://127.0.0.1:${port}/${files[kind].name}`;
	const { id } = await place.client.importWorkflow(
		{
			name: `${reader} reads ${kind}`,
			settings: { executionOrder: 'v1' },
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', {}),
				node('File', 'n8n-nodes-base.httpRequest', { url, options }, { typeVersion: 4.2 }),
				readers[reader](kind),
			],
			connections: chained([['Start', 'File', 'Read']]),
		},
		{ mavapayApi: place.credential },
	);
	return id;
}

/** @param {string} id */
async function read(id) {
	const { pid } = place.n8n;
	await resetPeak(pid);
	const idle = await memoryOf(pid);
	const execution = await place.client.run(id, 'Start');
	const most = await memoryOf(pid);
	const [run] = execution.data.resultData.runData.Read ?? [];
	const items = run?.data?.main?.[0]?.length;
	if (execution.status !== 'success' || items !== order.rows)
		throw new Error(
			`${items} of ${order.rows} rows were read: ${execution.data.resultData.error?.message ?? execution.status}`,
		);
	return { ms: run.executionTime, aboveIdleMiB: idle === null || most === null ? null : most.peak - idle.now };
}
