/**
 * The test of a credential, as n8n runs it when a person saves one: its CredentialsTester
 * (packages/cli) around n8n-core's RoutingNode, rule for rule.
 */
import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	UnexpectedError,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type INodeCredentialTestResult,
	type INodeType,
} from 'n8n-workflow';
import { createAdditionalData, workflowBase } from './additionalData';
import { TestCredentialsHelper } from './credentials';
import { credentialReferences, plainDescription } from './executeContext';
import { node as stored } from './node';
import { TestNodeTypes } from './nodeTypes';

const TEMPORARY = 'Temp-Node';
const NO_OP = 'n8n-nodes-base.noOp';

/** What the person sees: `OK` or `Error` with a text. */
export async function runCredentialTest(
	type: ICredentialType,
	values: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const { test } = type;
	if (!test) return { status: 'Error', message: 'No testing function found for this credential.' };
	const helper = new TestCredentialsHelper([type], { [type.name]: values });
	const node = stored(TEMPORARY, NO_OP, { credentials: credentialReferences({ [type.name]: values }) });
	const nodeType: INodeType = {
		description: {
			...plainDescription(NO_OP),
			credentials: [{ name: type.name, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request: test.request } },
			],
		},
	};
	const base = workflowBase({ id: '', nodes: [node] });
	const workflow = new Workflow({ ...base, nodeTypes: new TestNodeTypes({ [NO_OP]: nodeType }) });
	const additionalData = createAdditionalData({
		credentialsHelper: helper,
		mode: 'internal',
		workflow: base,
		executionId: '',
	});
	const temporary = workflow.getNode(TEMPORARY) ?? node;
	let decrypted: ICredentialDataDecryptedObject;
	try {
		decrypted = await helper.getDecrypted(
			additionalData,
			{ id: type.name, name: type.name },
			type.name,
			'internal',
			undefined,
			false,
			{
				connectionInputData: [],
				itemIndex: 0,
				node: temporary,
				runExecutionData: createRunExecutionData(),
				runIndex: 0,
				workflow,
			},
		);
	} catch (error) {
		return { status: 'Error', message: messageOf(error) };
	}
	const context = new ExecuteContext(
		workflow,
		temporary,
		additionalData,
		'internal',
		createRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node: temporary, data: {}, source: null },
		[],
	);
	const routing = new RoutingNode(context, nodeType, {
		id: type.name,
		name: type.name,
		type: type.name,
		data: decrypted,
	});
	try {
		const output = await routing.runNode();
		return judgeBody(test.rules ?? [], output?.[0]?.[0]?.json);
	} catch (error) {
		return judgeError(test.rules ?? [], error);
	}
}

type Rules = NonNullable<NonNullable<ICredentialType['test']>['rules']>;

/** An answer with a good status fails only by a rule about its body. */
function judgeBody(rules: Rules, body: unknown): INodeCredentialTestResult {
	for (const rule of rules) {
		if (rule.type !== 'responseSuccessBody') continue;
		if (at(body, ...rule.properties.key.split('./')) === rule.properties.value) {
			return { status: 'Error', message: rule.properties.message };
		}
	}
	return { status: 'OK', message: 'Connection successful!' };
}

/** A bad status: the rule's text, else the status line's; no answer: the bare code, else the text. */
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

function at(value: unknown, ...path: string[]): unknown {
	return path.reduce<unknown>(
		(inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
		value,
	);
}

function messageOf(error: unknown): string {
	if (error instanceof Error) return error.message;
	throw new UnexpectedError('The credential test threw something that is no error');
}
