import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// Modules of n8n that call home, need a licence or an AI model, or aren't needed to try a node. `otel` isn't listed. It
// is off by default, and disabling it makes executions fail after the public API was asked for a data table.
const disabledModules = [
	'agents',
	'breaking-changes',
	'chat-hub',
	'external-secrets',
	'insights',
	'instance-ai',
	'instance-registry',
	'ldap',
	'log-streaming',
	'mcp',
	'mcp-registry',
	'quick-connect',
	'source-control',
	'sso-oidc',
	'sso-saml',
	'workflow-builder',
];
/**
 * The value of `N8N_DISABLED_MODULES`: those of `disabledModules` that an n8n has. n8n doesn't start if the
 * list has a module that it doesn't know.
 *
 * @param {string} n8n n8n's executable file @param {string[]} [needed] modules to be left on
 */
export function disabledModulesOf(n8n, needed = []) {
	const backend = dirname(createRequire(n8n).resolve('@n8n/backend-common'));
	const known = readFileSync(join(backend, 'modules', 'modules.config.js'), 'utf8');
	return disabledModules.filter((name) => !needed.includes(name) && known.includes(`'${name}'`)).join(',');
}

/**
 * The environment of an n8n that talks to nobody but the machine it runs on: no telemetry, no version or template
 * calls, no banners, no licence server, no package registry.
 *
 * @param {{n8n: string, userFolder: string, temporaryFolder: string, port: number, brokerPort: number, encryptionKey: string, nodeFolder: string,
 *   filesFolder?: string, customExtensions?: string, path?: string}} options
 * @returns {NodeJS.ProcessEnv}
 */
export function quietEnvironment(options) {
	return {
		PATH: [options.nodeFolder, options.path ?? process.env.PATH ?? ''].join(process.platform === 'win32' ? ';' : ':'),
		HOME: options.userFolder,
		TMPDIR: options.temporaryFolder,
		TEMP: options.temporaryFolder,
		TMP: options.temporaryFolder,
		...inherited(['LANG', 'TZ', 'SYSTEMROOT', 'SystemRoot', 'ComSpec', 'APPDATA']),
		NODE_ENV: 'production',

		N8N_USER_FOLDER: options.userFolder,
		N8N_ENCRYPTION_KEY: options.encryptionKey,
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: process.platform === 'win32' ? 'false' : 'true',
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(options.port),
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${options.port}`,
		N8N_WEBHOOK_URL: `http://127.0.0.1:${options.port}/`,
		N8N_SECURE_COOKIE: 'false',

		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_DISABLED_MODULES: disabledModulesOf(options.n8n),

		// The Code node's runners aren't needed. In this mode, n8n starts none, and waits for one that never comes.
		N8N_RUNNERS_MODE: 'external',
		N8N_RUNNERS_AUTH_TOKEN: options.encryptionKey,
		N8N_RUNNERS_BROKER_PORT: String(options.brokerPort),

		N8N_LOG_LEVEL: 'info',
		NO_COLOR: '1',
		...(options.filesFolder ? { N8N_RESTRICT_FILE_ACCESS_TO: options.filesFolder } : {}),
		...(options.customExtensions ? { N8N_CUSTOM_EXTENSIONS: options.customExtensions } : {}),
	};
}

/** @param {string[]} names */
function inherited(names) {
	return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** The environment of an n8n without the editor, which starts faster. */
export const withoutEditor = { N8N_DISABLE_UI: 'true' };
