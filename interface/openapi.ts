/**
 * The service's interface as an OpenAPI document, generated from the description that tests use. The service didn't
 * write it: `x-known` says which parts are documented.
 */
import * as z from 'zod';
import { nameOf, type Call } from './call';
import { calls } from './calls';
import { events, type EventRow } from './events';
import { doubts, examples } from './knowledge';
import { samplesOf } from './samples';
import { refusal } from './values';

const SOURCE = 'https://github.com/n8n-nodes-mavapay/n8n-nodes-mavapay';
/** docs/reference/interface.md#hosts */
const SERVERS = [
	{ url: 'https://api.mavapay.co/api/v1', description: 'Live' },
	{ url: 'https://staging.api.mavapay.co/api/v1', description: 'Staging' },
	{ url: 'http://127.0.0.1:4010/api/v1', description: "This repository's sandbox: npm run sandbox" },
];

type Members = Readonly<Record<string, unknown>>;
type Schema = z.core.JSONSchema.BaseSchema;

/** A part of the description as JSON schema, with example values; an undocumented part also says why it is included. */
function schemaOf(schema: z.ZodType): Schema {
	const made = z.toJSONSchema(schema, {
		io: 'input',
		unrepresentable: 'any',
		override: ({ zodSchema, jsonSchema }) => {
			if (!(zodSchema instanceof z.ZodType)) return;
			const doubt = doubts.get(zodSchema);
			const shown = examples.get(zodSchema);
			if (shown) jsonSchema.examples = [...shown.values];
			if (doubt) Object.assign(jsonSchema, { description: doubt.because, 'x-known': doubt.known });
		},
	});
	delete made.$schema;
	return made;
}

/** The first sample of a schema that also satisfies the rules between its members. */
const sampleOf = (schema: z.ZodType) => samplesOf(schema).find((one) => schema.safeParse(one).success);

const content = (schema: z.ZodType): Members => ({
	'application/json': { schema: schemaOf(schema), example: sampleOf(schema) },
});

/** `#create-payment-link` as words: "Create payment link". */
function words(see: string): string {
	const [, slug = ''] = see.split('#');
	const text = slug.replaceAll('-', ' ');
	return text.charAt(0).toUpperCase() + text.slice(1);
}

const about = ({ see, known }: Pick<Call, 'see' | 'known'>): Members => ({
	summary: words(see),
	externalDocs: { url: `${SOURCE}/blob/main/${see}` },
	'x-known': known,
});

const pathParameters = (path: string) =>
	Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
		name,
		in: 'path',
		required: true,
		schema: { type: 'string' },
	}));

/** The parameters of a query. If the query can take several forms, lists the parameters of all forms. */
function queryParameters(query: z.ZodType): Members[] {
	const schema = schemaOf(query);
	const forms = schema.anyOf ?? [schema];
	return forms.flatMap((form) => {
		const { properties = {}, required = [] } = Object(form);
		return Object.entries<object>(properties).map(([name, member]) => ({
			name,
			in: 'query',
			required: forms.length === 1 && required.includes(name),
			...(forms.length > 1 ? { description: 'One of these is sent' } : {}),
			schema: member,
		}));
	});
}

function operationOf(call: Call): Members {
	const { method, path, body } = call;
	const parameters = [...pathParameters(path), ...queryParameters(call.query)];
	return {
		operationId: nameOf(call).toLowerCase().replace(/\W+/g, '-').replace(/-$/, ''),
		...about(call),
		...(parameters.length > 0 ? { parameters } : {}),
		...(body && method !== 'GET' ? { requestBody: { required: !body.isOptional(), content: content(body) } } : {}),
		...(call.access === 'open' ? { security: [] } : {}),
		responses: {
			'200': { description: 'Done', content: content(call.answer) },
			'4XX': { $ref: '#/components/responses/refused' },
		},
	};
}

/** The requests that the service sends, one for each event name; the body varies by currency. */
function webhooksOf(rows: readonly EventRow[]): Members {
	const names = [...new Set(rows.map(({ event }) => event))];
	return Object.fromEntries(
		names.map((name) => {
			const own = rows.filter(({ event }) => event === name);
			const [first] = own;
			const body = own.length === 1 && first ? first.body : z.union(own.map((row) => row.body));
			return [
				name,
				{
					post: {
						operationId: name.replace(/\W/g, '-'),
						...(first ? about(first) : {}),
						requestBody: { required: true, content: content(body) },
						responses: { '2XX': { description: 'Received' }, '4XX': { description: 'Sent again later' } },
					},
				},
			];
		}),
	);
}

/** The document, in OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0). */
export function openapi(): Members {
	const paths: Record<string, Record<string, Members>> = {};
	for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operationOf(call);
	return {
		openapi: '3.1.0',
		info: {
			title: 'Mavapay, as n8n-nodes-mavapay knows it',
			version: '1',
			description: `Made from the description in ${SOURCE}, which is written from the service's documentation. What has "x-known" other than "documented" was seen in clients or follows from what is documented.`,
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: SERVERS,
		security: [{ apiKey: [] }, { bearer: [] }],
		paths,
		webhooks: webhooksOf(events),
		components: {
			securitySchemes: {
				apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
				bearer: { type: 'http', scheme: 'bearer' },
			},
			responses: { refused: { description: 'Refused', content: content(refusal) } },
		},
	};
}
