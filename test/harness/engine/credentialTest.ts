/**
 * Tests a credential as n8n does when a person saves it: with n8n-core's RoutingNode, and by the rules of n8n's
 * CredentialsTester (packages/cli).
 */
import { RoutingNode } from 'n8n-core';
import {
	UnexpectedError,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type INodeCredentialTestResult,
	type INodeType,
} from 'n8n-workflow';
import { at } from '../../cases/case';
import { executeContext, plainDescription } from './executeContext';
import { NO_OP } from './toyNodes';

/** Returns what the person sees: `OK` or `Error`, with a message. */
export async function runCredentialTest(
	type: ICredentialType,
	values: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const { test } = type;
	if (!test) return { status: 'Error', message: 'No testing function found for this credential.' };
	const { name } = type;
	const nodeType: INodeType = {
		description: {
			...plainDescription(NO_OP),
			credentials: [{ name, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request: test.request } },
			],
		},
	};
	const context = executeContext({
		...{ type: nodeType, typeName: NO_OP },
		...{ credentialTypes: [type], credentials: { [name]: values } },
	});
	try {
		const data = await context.getCredentials(name, 0);
		const output = await new RoutingNode(context, nodeType, { id: name, name, type: name, data }).runNode();
		return judgeBody(test.rules ?? [], output?.[0]?.[0]?.json);
	} catch (error) {
		return judgeError(test.rules ?? [], error);
	}
}

type Rules = NonNullable<NonNullable<ICredentialType['test']>['rules']>;

/** A response with a good status is an error only if a rule about its body says so. */
function judgeBody(rules: Rules, body: unknown): INodeCredentialTestResult {
	for (const rule of rules) {
		if (rule.type !== 'responseSuccessBody') continue;
		if (at(body, ...rule.properties.key.split('./')) === rule.properties.value) {
			return { status: 'Error', message: rule.properties.message };
		}
	}
	return { status: 'OK', message: 'Connection successful!' };
}

/**
 * With a response: the message of the rule for its status, or else the status text.
 * Without a response: the error's code, or else its message.
 */
function judgeError(rules: Rules, error: unknown): INodeCredentialTestResult {
	const response = at(error, 'cause', 'response');
	const code = at(error, 'cause', 'code');
	if (response !== undefined) {
		const status = Number(at(response, 'status'));
		for (const rule of rules) {
			if (rule.type === 'responseCode' && rule.properties.value === status) {
				return { status: 'Error', message: rule.properties.message };
			}
		}
		if (status < 199 || status > 299) {
			const reason = at(response, 'statusText');
			return { status: 'Error', message: String(reason || `Received HTTP status code: ${status}`) };
		}
	} else if (typeof code === 'string') {
		return { status: 'Error', message: code };
	}
	return { status: 'Error', message: messageOf(error) };
}

function messageOf(error: unknown): string {
	if (error instanceof Error) return error.message;
	throw new UnexpectedError('The credential test threw something that is no error');
}
