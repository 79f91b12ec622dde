/** Each delivery is checked with the credential's values at that time. */
import { TestCredentialsHelper } from '../../harness/engine/credentials';
import { sent, signed } from '../../harness/engine/documentedEvents';
import { freshWorkflow, triggerFor, type SetUp } from '../../harness/engine/mavapayTrigger';
import { n8n, sandbox } from '../../harness/engine/startedTrigger';

const [OLD, NEW] = ['the old secret', 'the new secret'];

let workflowId: string;
let events = 0;
beforeEach(() => {
	workflowId = freshWorkflow();
	use(OLD);
});

/** From now on the credential holds this secret. Registration is manual, so Mavapay isn't asked for a secret. */
function use(webhookSigningSecret: string, setUp: SetUp = {}): void {
	const parameters = { registration: 'manual' };
	n8n.use(triggerFor(sandbox, { workflowId, parameters, credential: { webhookSigningSecret }, ...setUp }));
}

async function deliver(secret: string): Promise<number> {
	const { response } = await n8n.deliver(signed(sent('NGN', { id: `event ${++events}` }), secret));
	return response.statusCode;
}

it.each<[string, SetUp]>([
	['', {}],
	[' of another credential', { node: { credentials: { mavapayApi: { id: 'another', name: 'Another' } } } }],
])('a new secret%s counts at once, and the old one no more', async (_, setUp) => {
	expect(await deliver(OLD)).toBe(200);
	use(NEW, setUp);
	expect([await deliver(NEW), await deliver(OLD)]).toEqual([200, 401]);
});

it('where the credential can not be read nothing is accepted, and the next event tries again', async () => {
	jest.spyOn(TestCredentialsHelper.prototype, 'getDecrypted').mockRejectedValueOnce(new Error('the database is away'));
	expect([await deliver(OLD), await deliver(OLD)]).toEqual([500, 200]);
	expect(n8n.executions).toHaveLength(1);
});
