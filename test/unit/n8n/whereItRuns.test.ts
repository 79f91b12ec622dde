/** Where a payment may run: every mode of n8n, unknown modes, and sub-workflows by their caller. */
import { assertMaySettle, assertUsualEngine, refusedHere, type RunPlace } from '../../../nodes/core/n8n/whereItRuns';

/** A production run of a saved workflow, which may pay. */
const production: RunPlace = {
	workflowId: 'workflow',
	executionId: '7',
	mode: 'trigger',
	rootMode: null,
	parentWorkflowId: null,
	hasParent: false,
	active: true,
	inEvaluation: false,
	asTool: false,
	reached: true,
};
const STAGING = false;
const LIVE = true;
const said = (more: Partial<RunPlace>, live = STAGING) => refusedHere({ ...production, ...more }, live);

const UNKNOWN = /doesn't know how n8n runs the workflow here/;
const CHAT = /n8n's Chat discards its workflow/;
const EVALUATION = /an evaluation would pay real money here/;

/** By n8n's execution mode: the refusal of an unpublished workflow on staging, or null if it may pay. */
const MODES: Readonly<Record<string, RegExp | null>> = {
	agent: UNKNOWN,
	chat: CHAT,
	cli: null,
	error: null,
	evaluation: null,
	integrated: null,
	internal: UNKNOWN,
	manual: null,
	retry: null,
	trigger: null,
	webhook: null,
	// Of an n8n to come.
	preview: UNKNOWN,
	'': UNKNOWN,
	constructor: UNKNOWN,
};

describe.each(Object.entries(MODES))("mode '%s'", (mode, refusal) => {
	test('of a workflow that is not published', () => {
		for (const asTool of [false, true]) {
			const reason = said({ mode, active: false, asTool });
			if (refusal === null) expect(reason).toBeNull();
			else expect(reason).toMatch(refusal);
		}
	});

	test('on live, evaluations are refused besides', () => {
		const reason = said({ mode, active: false }, LIVE);
		if (mode === 'evaluation') expect(reason).toMatch(EVALUATION);
		else expect(reason).toBe(said({ mode, active: false }));
	});
});

test.each([
	['outside of any execution', { executionId: '' }, /no execution ID/],
	['never saved', { workflowId: '' }, /never saved. Save the workflow first/],
	['a node run alone', { reached: false }, /connect a trigger or another node before this one. When this node runs/],
	['a tool run alone', { reached: false, asTool: true }, /let an AI agent or an MCP client call this tool. When this/],
])('%s: the message says what to do', (_name, more, message) => {
	expect(said(more)).toMatch(message);
});

describe('a sub-workflow', () => {
	const called = { mode: 'integrated', parentWorkflowId: 'parent', rootMode: 'webhook' };

	test.each([
		['saved', {}],
		['saved, where n8n tells no root', { rootMode: null }],
		["saved, in n8n's Chat", { rootMode: 'chat' }],
		['defined in its caller, in production', { parentWorkflowId: 'workflow' }],
		['of an AI agent of n8n itself, which is no workflow', { parentWorkflowId: null, rootMode: null }],
		['of an evaluation on staging', { inEvaluation: true }],
	])('%s, pays', (_name, more) => {
		expect(said({ ...called, active: false, ...more })).toBeNull();
	});

	test.each([
		["defined in its caller, in n8n's Chat", { parentWorkflowId: 'workflow', rootMode: 'chat' }],
		['defined in its caller, where n8n tells no root', { parentWorkflowId: 'workflow', rootMode: null }],
		["whose caller n8n doesn't name, in n8n's Chat", { parentWorkflowId: null, rootMode: 'chat' }],
	])('%s, is refused', (_name, more) => {
		expect(said({ ...called, ...more })).toMatch(/save this sub-workflow/);
	});
});

test('a workflow that is its own error workflow pays', () => {
	expect(said({ mode: 'error', parentWorkflowId: 'workflow' })).toBeNull();
});

describe('what settles payouts', () => {
	const RESUME = { do: 'resume', reference: null } as const;

	test.each(Object.keys(MODES).filter((mode) => mode !== 'integrated'))(
		"in mode '%s' runs where nothing began it",
		(mode) => {
			expect(() => assertMaySettle(RESUME, { mode, hasParent: false })).not.toThrow();
		},
	);

	test.each(Object.keys(MODES).filter((mode) => mode !== 'error'))(
		"in mode '%s' doesn't where an execution did",
		(mode) => {
			expect(() => assertMaySettle(RESUME, { mode, hasParent: true })).toThrow(
				/a sub-workflow can't settle.*\(Execution mode: [a-z]*\)$/,
			);
		},
	);

	test('runs in an error workflow, and in no sub-workflow whose caller is not told', () => {
		expect(() => assertMaySettle(RESUME, { mode: 'error', hasParent: true })).not.toThrow();
		expect(() => assertMaySettle(RESUME, { mode: 'integrated', hasParent: false })).toThrow();
	});
});

test('live alone refuses nothing', () => {
	expect([said({}, LIVE), said({ asTool: true }, LIVE)]).toEqual([null, null]);
});

describe("n8n's Engine 2.0, whose executions are no numbers,", () => {
	const ID = '019aa1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b';

	test('sends nothing, and is named', () => {
		expect(() => assertUsualEngine(ID)).toThrow(
			new RegExp(`^Nothing was sent: n8n's Engine 2\\.0 runs.*"engineType".*\\(Execution ID: ${ID}\\)`),
		);
	});

	test('is told by everything that is no whole number', () => {
		for (const id of [ID, '7a', '-7', '7.5', ' 7', '7\n']) expect(() => assertUsualEngine(id)).toThrow(/Engine 2.0/);
		for (const id of ['', '0', '7', '9007199254740993']) expect(() => assertUsualEngine(id)).not.toThrow();
	});
});
