/**
 * One good run of an operation: its parameters, the requests that must be sent, and what the node outputs.
 *
 * A case with `written` has its answers in the file: it runs in the unit tests, and in the engine tests behind a
 * service that gives these answers. A case with `sandbox` runs on n8n's engine with the sandbox. A case with both sends
 * and outputs the same in each. Requests follow docs/reference/interface.md.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { DeploymentKind } from '../../nodes/core/payees/chainAddress';
import type { Json, JsonObject } from '../../nodes/core/domain/json';
import type { Operation } from '../../nodes/core/operation/operation';
import type { ServiceResponse } from '../../nodes/core/service/service';
import type { Sandbox } from '../../sandbox';

/** Settings that guard a payment, so they are fields at the top level. */
const GUARDS: readonly string[] = ['maximumAmount', 'maximumTotal', 'minimumTargetAmount', 'validateOnly'];

/** Settings of a payment as a workflow stores them: guards at the top level, all others in the options. */
export function placed(settings: INodeParameters = {}): INodeParameters {
	const part = (guards: boolean) =>
		Object.fromEntries(Object.entries(settings).filter(([name]) => GUARDS.includes(name) === guards));
	return { ...part(true), options: part(false) };
}

/** Values that are made before a case runs, such as the ID of a quote. */
export type Made = Record<string, string>;

/** One request as the service gets it, without its headers. */
export interface Sent {
	readonly method: string;
	readonly path: string;
	readonly query: Record<string, string>;
	readonly body: unknown;
}

type From<T> = T | ((made: Made) => T);

export interface Case {
	readonly operation: Operation;
	/** What distinguishes this case from the operation's other cases. */
	readonly name?: string;
	/** The node's parameters as a workflow stores them, without resource and operation. */
	readonly parameters: From<INodeParameters>;
	readonly requests: From<readonly Sent[]>;
	readonly deployment?: DeploymentKind;
	/** The input items; by default one without fields. */
	readonly items?: readonly IDataObject[];
	/** Fields of the credential. */
	readonly credential?: IDataObject;
	readonly written?: Written;
	readonly sandbox?: AtSandbox;
}

/** What the service answers, written down. */
export interface Written {
	/** Values in place of those that the sandbox makes. */
	readonly made?: Made;
	/** Answers to the requests, in order. If a request creates, changes or pays something, the last answer is for it. */
	readonly replies: readonly ServiceResponse[];
	readonly items: readonly JsonObject[];
}

export interface AtSandbox {
	/** Makes what the case needs in the sandbox; `run` runs the node in the case's workflow. */
	readonly arrange?: (sandbox: Sandbox, run: (parameters: INodeParameters) => Promise<unknown>) => Promise<Made> | Made;
	/** What the node outputs, made from all answers; by default the last answer's data. */
	readonly output?: (answers: unknown[], made: Made) => unknown[];
}

export type WrittenCase = Case & { readonly written: Written };
export type SandboxCase = Case & { readonly sandbox: AtSandbox };

/** `resource:operation`. */
export const nameOf = ({ resource, operation }: Operation): string => `${resource}:${operation}`;

export const titleOf = ({ operation, name }: Case): string =>
	name === undefined ? nameOf(operation) : `${nameOf(operation)}, ${name}`;

const from = <T>(value: From<T>, made: Made): T => (value instanceof Function ? value(made) : value);

export const parametersOf = ({ parameters }: Case, made: Made = {}): INodeParameters => from(parameters, made);
export const requestsOf = ({ requests }: Case, made: Made = {}): readonly Sent[] => from(requests, made);

/** The parameters of a case as n8n stores them, with Simplify off, so that all of an answer is seen. */
export function stored(one: Case, made: Made = {}): INodeParameters {
	const { resource, operation, simplified } = one.operation;
	const whole = simplified === undefined ? {} : { simplify: false };
	return { resource, operation, ...whole, ...parametersOf(one, made) };
}

export const get = (path: string, query: Record<string, string> = {}): Sent => ({
	method: 'GET',
	path,
	query,
	body: undefined,
});
export const post = (path: string, body: unknown): Sent => ({ method: 'POST', path, query: {}, body });
export const put = (path: string, body: unknown): Sent => ({ method: 'PUT', path, query: {}, body });

/** A successful response in the form in which operations get it. */
export function answered(data: Json | undefined, more: JsonObject = {}): ServiceResponse {
	const message = typeof more.message === 'string' ? more.message : null;
	return { data, message, body: { status: 'ok', ...(data === undefined ? {} : { data }), ...more } };
}

/** n8n's value of a field in which a person typed an ID; `inList`: in which they chose from the list. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
export const inList = (value: string) => ({ __rl: true, mode: 'list', value });

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of nested objects and lists; undefined where there is none. */
export const at = (value: unknown, ...path: Array<string | number>): unknown =>
	path.reduce<unknown>(
		(inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
		value,
	);

export const textAt = (value: unknown, ...path: Array<string | number>): string => String(at(value, ...path));

/** The objects in the `data` of the last answer. */
export function lastData(answers: unknown[]): Array<Record<string, unknown>> {
	const data = at(answers.at(-1), 'data');
	return (Array.isArray(data) ? data : [data]).filter(isRecord);
}

/** Asks the sandbox directly, past the node; gives the `data` of the answer. */
export async function ask(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<unknown> {
	const answer = await fetch(`${sandbox.url}${path}`, {
		method,
		headers: { 'X-API-KEY': sandbox.keys.write, 'Content-Type': 'application/json' },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text: unknown = await answer.json();
	if (!answer.ok) throw new Error(`The sandbox refused ${method} ${path}: ${JSON.stringify(text)}`);
	return at(text, 'data');
}

/** An account webhook with a secret, in the sandbox. */
export function makeWebhook(sandbox: Sandbox): Made {
	sandbox.setWebhook({ url: 'https://example.com/hook', secret: 'hook-secret-of-the-test' });
	return {};
}

/** An amount, given in minor units, in the form that outputs have. */
export function money(minor: unknown, currency: string) {
	const digits = String(minor);
	const places = currency === 'BTC' ? 8 : 2;
	const [whole, decimals] = [digits.slice(0, -places) || '0', digits.slice(-places).padStart(places, '0')];
	const text = `${BigInt(whole).toLocaleString('en-US')}.${decimals} ${currency}`;
	return { minor: digits, major: `${whole}.${decimals}`, currency, text };
}
