/** A service that takes a payment and then says something that reads like a refusal: nobody is paid twice. */
import { at } from '../../cases/case';
import { UNFAMILIAR_MESSAGES } from '../../cases/unfamiliarMessages';
import { outcomeOf, run, useSandbox } from '../../harness/engine/mavapay';
import { HIT, parametersOf, runFaulty } from '../../harness/engine/threeItems';
import { timesPaid } from '../../harness/engine/threeOutcomes';

const service = useSandbox();

const pay = async (options = {}) => {
	const { success } = await runFaulty(service.sandbox, 'pay', 'continueRegularOutput', {
		items: [{ id: HIT }],
		options,
	});
	return outcomeOf(success[0]?.json);
};

const saying = (status: number, message: string, effect: boolean) =>
	service.sandbox.faults.add({ match: { times: 1 }, fault: { kind: 'status', status, message, effect } });

/** A test of unit/http/rejections shows that each of these messages leaves the outcome unknown. */
test.each(UNFAMILIAR_MESSAGES.slice(0, 1))('%d %s: a second execution does not pay again', async (status, message) => {
	saying(status, message, true);
	expect(await pay()).toBe('unknown');
	expect(await pay()).toBe('unknown');
	expect(timesPaid(service.sandbox)).toEqual([0, 1, 0]);
});

test.each([
	[400, 'insufficient balance'],
	[429, 'Rate limit exceeded'],
])('%d %s: a second execution pays', async (status, message) => {
	saying(status, message, false);
	expect(await pay()).toBe('rejected');
	expect(await pay()).toBe('accepted');
	expect(timesPaid(service.sandbox)).toEqual([0, 1, 0]);
});

test('a message that a person has typed into Also Refused is a refusal, and no part of it', async () => {
	const said = 'Account verification failed.';
	saying(400, said, false);
	expect(await pay({ alsoRefused: 'Name enquiry failed\n ACCOUNT verification failed ' })).toBe('rejected');
	saying(400, said, false);
	expect(await pay({ alsoRefused: 'verification failed' })).toBe('unknown');
});

test('Also Refused holds for what only creates something, too', async () => {
	const create = async (alsoRefused: string) => {
		saying(400, 'Label was used', false);
		const parameters = parametersOf('write', { alsoRefused });
		const { success } = await run(service.sandbox, parameters, {
			items: [{ id: HIT }],
			onError: 'continueRegularOutput',
		});
		return at(success[0]?.json, 'details', 'outcome');
	};
	expect(await create('')).toBe('unknown');
	expect(await create('label was used')).toBe('rejected');
});
