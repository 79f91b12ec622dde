/**
 * Credentials for the engine tests, handled as n8n's CredentialsHelper (packages/cli) does, but without a database: the
 * test gives the values by credential type.
 */
import {
	ICredentialsHelper,
	isExpression,
	NodeHelpers,
	UnexpectedError,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IExecuteData,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentials,
	type INodeCredentialsDetails,
	type INodeProperties,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { getAdditionalKeys } from 'n8n-core';
import { asCredentialValues, asParameters, asRequestFields } from './adapter';

/** Values of each credential type, by type name; one credential per type is enough here. */
export type CredentialValues = Record<string, ICredentialDataDecryptedObject>;

/** References to credentials, as a stored node has them. */
export const credentialReferences = (values: CredentialValues): INodeCredentials =>
	Object.fromEntries(Object.keys(values).map((name) => [name, { id: name, name }]));

export class TestCredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly types: ICredentialType[],
		private readonly values: CredentialValues,
	) {
		super();
	}

	/** @throws UnexpectedError when the test did not register the type. */
	typeNamed(name: string): ICredentialType {
		const found = this.types.find((type) => type.name === name);
		if (!found) throw new UnexpectedError(`The test registered no credential type '${name}'`);
		return found;
	}

	getParentTypes(name: string): string[] {
		return this.typeNamed(name).extends ?? [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	/** Authenticates as n8n does: calls the type's function, or resolves its properties with `$credentials`. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.typeNamed(typeName);
		if (authenticate === undefined) return requestOptions;
		if (typeof authenticate === 'function') return await authenticate(credentials, requestOptions);
		if (!workflow || !node) {
			throw new UnexpectedError('Generic authentication needs the workflow and the node');
		}
		const resolve = (value: unknown) => resolveText(value, credentials, workflow, node);
		requestOptions.headers ??= {};
		const target = asRequestFields(requestOptions);
		for (const [field, entries] of Object.entries(authenticate.properties)) {
			for (const [key, value] of Object.entries(entries ?? {})) {
				const fields = (target[field] ??= {});
				fields[resolve(key)] = resolve(value);
			}
		}
		return requestOptions;
	}

	/** No credential in the tests has a pre-authentication. */
	async preAuthentication(): Promise<ICredentialDataDecryptedObject | undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<ICredentialDataDecryptedObject | undefined> {
		return undefined;
	}

	/** A credential's values as n8n gives them: with the type's defaults and resolved expressions. */
	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		_nodeCredentials: INodeCredentialsDetails,
		typeName: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		resolveValues?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const stored = this.values[typeName];
		if (stored === undefined) {
			throw new UnexpectedError(`The test gave no values for credential '${typeName}'`);
		}
		if (raw === true) return { ...stored };
		const withDefaults = this.withDefaults(typeName, stored);
		if (!resolveValues) return withDefaults;
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = resolveValues;
		return asCredentialValues(
			workflow.expression.getParameterValue(
				asParameters(withDefaults),
				runExecutionData,
				runIndex,
				itemIndex,
				node.name,
				connectionInputData,
				mode,
				getAdditionalKeys(additionalData, mode, null, { isCredential: true }),
				executeData,
				false,
				asParameters(withDefaults),
			),
		);
	}

	/** Fills in the type's defaults where nothing is stored. */
	withDefaults(typeName: string, stored: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject {
		const properties = this.getCredentialsProperties(typeName);
		const values = asParameters(stored);
		return asCredentialValues(NodeHelpers.getNodeParameters(properties, values, true, false, null, null));
	}

	getCredentialsProperties(typeName: string): INodeProperties[] {
		return this.typeNamed(typeName).properties;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new UnexpectedError('The engine tests store no credentials');
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}
}

/** Resolves one name or value of a generic `authenticate` as n8n does: a falsy result becomes an empty text. */
function resolveText(
	value: unknown,
	credentials: ICredentialDataDecryptedObject,
	workflow: Workflow,
	node: INode,
): string {
	if (typeof value !== 'string' || !isExpression(value)) return String(value);
	const resolved = workflow.expression.getSimpleParameterValue(
		node,
		value,
		'internal',
		{ $credentials: credentials },
		undefined,
		'',
	);
	return resolved ? String(resolved) : '';
}
