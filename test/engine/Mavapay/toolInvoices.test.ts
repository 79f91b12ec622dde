/** An AI tool's open payment blocks other invoices of the same Lightning node: one bill can come as two invoices. */
import type { INodeParameters } from 'n8n-workflow';
import { lightningNode } from '../../../sandbox/crypto/lightningNode';
import { DEMO_NODE } from '../../../sandbox/demo';
import { makeInvoice } from '../../../sandbox';
import { placed } from '../../cases/case';
import { callTool, json, run, TOOL_LIMITS, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const OTHER = 'another shop';

const invoiceOf = (node: string, amountMsat = 2_500_000) =>
	makeInvoice({ network: 'tbs', amountMsat, timestamp: Math.floor(Date.now() / 1000), expirySeconds: 3_600, node });

/** Calls the tool once in a new chat. Returns what the model is told. */
async function pay(invoice: string): Promise<string> {
	const parameters: INodeParameters = {
		resource: 'withdrawal',
		operation: 'toLightning',
		invoice: "={{ $fromAI('invoice', '', 'string') }}",
		allowedPayees: [DEMO_NODE, OTHER].map((node) => lightningNode(node)).join('\n'),
		...TOOL_LIMITS,
		reason: 'A bill',
		options: {},
	};
	return (await callTool(service.sandbox, 'engine', parameters, [{ invoice }])).join();
}

const paid = () => service.sandbox.ledger.payouts().length;

test('while one is open, the node gets no second one, in no chat, and others do; settled, it does', async () => {
	service.sandbox.faults.add({ match: { path: '/withdraw/btc', times: 1 }, fault: { kind: 'dropAfter' } });
	const lost = await pay(invoiceOf(DEMO_NODE));
	expect(lost).toMatch(/May have been paid/);
	expect(await pay(invoiceOf(DEMO_NODE, 2_600_000))).toMatch(/payee is not settled yet/);
	expect(await pay(invoiceOf(OTHER, 2_550_000))).toMatch(/accepted/);
	expect(paid()).toBe(2);
	const [, claim = '', reference = ''] = /Claim: (\S+)\n.*payout reference: '([0-9a-f]{64})'/.exec(lost) ?? [];
	const about = { resource: 'payoutReference', reference, claim };
	const settled = await run(service.sandbox, { ...about, operation: 'release', ...placed({ releaseEarly: true }) });
	expect(json(settled.success)).toMatchObject([{ released: true }]);
	expect(await pay(invoiceOf(DEMO_NODE, 2_700_000))).toMatch(/accepted/);
	// An accepted payment is no longer open, so the next invoice is paid.
	expect(await pay(invoiceOf(DEMO_NODE, 2_800_000))).toMatch(/accepted/);
	expect(paid()).toBe(4);
});
