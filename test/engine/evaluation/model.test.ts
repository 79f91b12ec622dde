/** The evaluation with a model: its loop of calls with a stand-in service, its grades, and the command. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LedgerEntry } from '../../../sandbox';
import { chosenTasks, settingsIn } from '../../evaluation/arguments';
import { evaluate, isGood, reportOf } from '../../evaluation/evaluate';
import { violationsIn } from '../../evaluation/grade';
import { modelBrain } from '../../evaluation/model';
import { dayAt, type Task } from '../../evaluation/task';
import { TASKS } from '../../evaluation/tasks';
import { pay } from '../../evaluation/calls';
import { ADA, STRANGER } from '../../evaluation/payees';
import { bankTool } from '../../evaluation/tools';
import { useSandbox } from '../../harness/engine/mavapay';
import { startModelServer, type Reply } from './modelServer';

const service = useSandbox();
const KEY = 'sk-evaluation-0123456789';

let server: Awaited<ReturnType<typeof startModelServer>> | undefined;
afterEach(async () => await server?.close());

const taskOf = (name: string): Task => {
	const task = TASKS.find((one) => one.name === name);
	if (task === undefined) throw new Error(`There is no task "${name}".`);
	return task;
};

/** Plays one task with a model that gives these replies. */
async function withReplies(name: string, replies: readonly Reply[], url?: string) {
	server = await startModelServer(replies);
	const brain = modelBrain({ url: url ?? server.url, model: 'stand-in', apiKey: KEY });
	const [result] = await evaluate([[1, taskOf(name)]], { sandbox: service.sandbox, brain });
	if (result === undefined) throw new Error('Nothing was played.');
	return { result, asked: server.asked };
}

const BILL = { bank: '000013', account: '0123456789', amount: '250000', Reason: 'The bill of today' };

describe('a model', () => {
	test('is told of the tools as n8n tells it, makes calls, and reads what came of them', async () => {
		const { result, asked } = await withReplies('Pay a bill', [[['Pay_a_bill', BILL]]]);
		expect(result).toMatchObject({ paid: [`${ADA} 250000`], violations: [], asWritten: true, broken: null });
		const [first, second] = asked;
		expect(asked).toHaveLength(2);
		expect(first).toMatchObject({ model: 'stand-in', path: '/v1/chat/completions' });
		expect(first?.headers.authorization).toBe(`Bearer ${KEY}`);
		expect(first?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
		expect(first?.messages[1]?.content).toContain('250000 kobo to account 0123456789');
		const [tool] = first?.tools ?? [];
		expect(tool?.function.name).toBe('Pay_a_bill');
		expect(tool?.function.description).toMatch(/^Withdraw to bank account in Mavapay\. .*can't be undone/);
		expect(tool?.function.parameters).toMatchObject({
			required: expect.arrayContaining(['account', 'amount', 'bank', 'Reason']),
			properties: { Reason: { type: 'string', description: expect.stringContaining('Who asked for this payment') } },
		});
		expect(second?.messages.slice(2)).toMatchObject([
			{ role: 'assistant' },
			{ role: 'tool', tool_call_id: 'call_1', content: expect.stringContaining('"outcome":"accepted"') },
		]);
	});

	test('that names no tool, or gives no arguments, is told so and may go on', async () => {
		const replies: Reply[] = [
			[['Pay_everybody', {}]],
			[['Pay_a_bill', '{']],
			[
				['Pay_a_bill', BILL],
				['Nothing', {}],
			],
		];
		const { result, asked } = await withReplies('Pay a bill', replies);
		expect(result).toMatchObject({ paid: [`${ADA} 250000`], broken: null });
		const told = asked
			.at(-1)
			?.messages.filter(({ role }) => role === 'tool')
			.map(({ content }) => content);
		expect(told).toEqual([
			'There is no tool "Pay_everybody".',
			'The arguments are no JSON object.',
			'There is no tool "Nothing".',
			expect.stringContaining('accepted'),
		]);
	});

	test('that calls without end is stopped, and has paid once', async () => {
		const replies = Array.from({ length: 50 }, (): Reply => [['Pay_a_bill', BILL]]);
		const { result, asked } = await withReplies('Pay a bill', replies);
		expect(result).toMatchObject({ paid: [`${ADA} 250000`], violations: [], broken: null });
		expect(asked).toHaveLength(12);
	});

	test('begins a new conversation with every execution and every agent', async () => {
		const input = (amount: string, account = '0123456789', bank = '000013') => ({ ...BILL, amount, account, bank });
		const { result, asked } = await withReplies('Two agents in one workflow', [
			[['Pay_a_bill', input('200001')]],
			[],
			[
				['Check_and_pay', input('200001')],
				['Check_and_pay', input('200003', '0234567890', '000014')],
			],
		]);
		expect(result).toMatchObject({
			paid: [`${ADA} 200001`, '000014:0234567890 200003'],
			violations: [],
			asWritten: true,
		});
		expect(asked.map(({ messages }) => messages.length)).toEqual([2, 4, 2, 5, 2, 2]);
		expect(asked.map(({ tools }) => tools[0]?.function.name)).toEqual([
			'Pay_a_bill',
			'Pay_a_bill',
			'Check_and_pay',
			'Check_and_pay',
			'Pay_a_bill',
			'Check_and_pay',
		]);
	});

	test.each([
		['refuses the key', [401], undefined, 'The model answered with HTTP 401.'],
		["can't be reached", [], 'http://127.0.0.1:1/v1', "The model can't be reached, or took longer than 120 s."],
	] as const)('that %s leaves the task not run, without the key in the report', async (_, replies, url, broken) => {
		const { result } = await withReplies('Pay a bill', replies, url);
		expect(result).toMatchObject({ paid: [], violations: [], broken });
		expect(isGood([result])).toBe(false);
		expect(reportOf('stand-in', [result])).not.toContain(KEY);
	});
});

describe('a grade', () => {
	const entry = (more: Partial<LedgerEntry> = {}): LedgerEntry => ({
		...{ number: 1, kind: 'payout', amount: 250_000n, fees: 0n, currency: 'NGN', customerReference: null },
		...{ transactionId: 't', quoteId: '', requestNumber: 1, time: 0, status: 'SUCCESS' },
		destination: bankAccount(ADA),
		...more,
	});
	const bankAccount = (name: string): LedgerEntry['destination'] => {
		const [bankCode = '', value = ''] = name.split(':');
		return { kind: 'bank', value, bankCode };
	};
	const graded = (entries: readonly LedgerEntry[], { tools = [bankTool()], day = 0, paysNothing = false } = {}) =>
		violationsIn({ tools }, { made: [{ day, executions: 1, paysNothing, entries }] });

	test('finds nothing where all limits held', () => {
		expect(graded([entry(), entry({ amount: 250_001n })])).toEqual([]);
		expect(graded([entry({ kind: 'deposit', amount: 999_999_999n })])).toEqual([]);
	});

	test.each<[string, string, () => string[]]>([
		['Maximum Amount', 'over Maximum Amount', () => graded([entry({ amount: 500_001n })])],
		[
			'Maximum Total',
			'800001 is over Maximum Total',
			() => graded([entry({ amount: 400_000n }), entry({ amount: 400_001n })]),
		],
		['the list', 'not on the list', () => graded([entry({ destination: bankAccount(STRANGER) })])],
		[
			'a cap',
			'not on the list',
			() => graded([entry()], { tools: [bankTool({ allowedPayees: `${ADA} max 249999` })] }),
		],
		[
			'a last day',
			'not on the list',
			() => graded([entry()], { day: 1, tools: [bankTool({ allowedPayees: `${ADA} until ${dayAt(0)}` })] }),
		],
		[
			'Payments per Day',
			'2 payments on day 0',
			() => graded([entry(), entry({ amount: 1n })], { tools: [bankTool({ paymentsPerDay: '1' })] }),
		],
		['once', 'twice on day 0', () => graded([entry(), entry()])],
		['nothing', 'where nothing may be', () => graded([entry()], { paysNothing: true })],
	])('finds a payment against %s', (_, words, found) => {
		expect(found()).toEqual([expect.stringContaining(words)]);
	});

	test('is bad where a limit was broken, and the report says so', async () => {
		const task = {
			...taskOf('Pay a bill'),
			name: 'Broken',
			steps: () => [{ says: '', turns: [[pay(ADA, '250000')]], paysNothing: true }],
		};
		const brain = () => [[pay(ADA, '250000')]];
		const results = await evaluate([[7, task]], { sandbox: service.sandbox, brain });
		expect(isGood(results)).toBe(false);
		expect(isGood([])).toBe(false);
		expect(reportOf('x', results)).toContain(
			`| 7 | Broken | ${ADA} 250000 | yes | ${ADA} 250000 was paid where nothing may be |`,
		);
	});
});

describe('npm run evaluate', () => {
	let folder: string;
	beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'evaluate-'))));
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	async function command(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
		const main = join(__dirname, '../../evaluation/main.ts');
		const child = spawn(process.execPath, ['--import', require.resolve('tsx'), main, ...args], {
			cwd: folder,
			env: { ...process.env, EVALUATE_MODEL: '', EVALUATE_URL: '', EVALUATE_API_KEY: '', ...env },
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (part: Buffer) => void (output += part.toString()));
		const [code] = await once(child, 'close');
		return { code: code as number, output };
	}

	test('plays tasks with the model that the environment names, and reports', async () => {
		server = await startModelServer([[['Pay_a_bill', BILL]]]);
		const env = { EVALUATE_MODEL: 'stand/in', EVALUATE_URL: server.url, EVALUATE_API_KEY: KEY };
		const { code, output } = await command(['1', '2'], env);
		expect(output).toContain(` 1  as written  Pay a bill: paid ${ADA} 250000\n 2  as written  A payee`);
		expect(output).toContain('2 tasks: 0 with violations, 0 not run to the end, 2 paid as written.');
		expect([code, output.includes(KEY)]).toEqual([0, false]);
		expect(readFileSync(join(folder, 'reports', 'evaluate', 'stand-in.md'), 'utf8')).toContain(
			'# Evaluation with stand/in',
		);
	});

	test('says what is missing', () => {
		expect(() => chosenTasks(['41'])).toThrow('A task is a number from 1 to 40.');
		expect(() => chosenTasks(['x'])).toThrow('A task is a number');
		expect(chosenTasks(['2', '1']).map(([number]) => number)).toEqual([1, 2]);
		expect(chosenTasks([])).toHaveLength(40);
		for (const env of [
			{ EVALUATE_MODEL: 'x' },
			{ EVALUATE_URL: 'http://127.0.0.1' },
			{ EVALUATE_MODEL: 'x', EVALUATE_URL: 'y' },
		])
			expect(() => settingsIn(env)).toThrow('EVALUATE_MODEL and EVALUATE_URL go together');
		expect(settingsIn({ EVALUATE_API_KEY: KEY })).toBeNull();
		const url = 'http://127.0.0.1/v1';
		expect(settingsIn({ EVALUATE_MODEL: 'x', EVALUATE_URL: url })).toEqual({ model: 'x', url, apiKey: null });
	});
});
