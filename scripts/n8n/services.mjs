import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../lib/ports.mjs';
import { becomesReady, run, startProcess } from '../lib/processes.mjs';
import { removeTemporary, temporaryFolder } from '../lib/temporary.mjs';
import { ensureServices } from './debian.mjs';

const loopback = '127.0.0.1';
const database = 'n8n';
const portTries = 4;

/**
 * Starts a temporary Postgres with an empty database, and a temporary empty Redis, each on a free port of the loopback,
 * with a password. Both servers end when this process ends, even if it is killed.
 *
 * @param {(line: string) => void} [say] progress lines of an install
 */
export async function startServices(say) {
	const { postgresFolder, redisServer } = await ensureServices(say);
	const folder = temporaryFolder('n8n-services-');
	/** @type {Array<{stop: () => Promise<void>}>} */
	const running = [];
	const stop = async () => {
		await Promise.all(running.map((one) => one.stop()));
		removeTemporary(folder);
	};
	try {
		// Postgres runs as its own user, who must be able to reach a folder within `folder`.
		await chmod(folder, 0o711);
		const postgres = await startPostgres(postgresFolder, folder);
		running.push(postgres);
		const redis = await startRedis(redisServer, folder);
		running.push(redis);
		return {
			/** The environment with which n8n uses Postgres and Redis. @type {NodeJS.ProcessEnv} */
			env: { ...postgres.env, ...redis.env },
			/** Asks the database; the answer has a line for each row, and `|` between columns. @param {string} sql */
			query: postgres.query,
			/** Ends Postgres at once, as a crash does, and starts it again on its data. */
			restartPostgres: postgres.restart,
			/** Ends Redis at once and starts it again. It keeps nothing: jobs that wait in the queue are lost. */
			restartRedis: redis.restart,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** @typedef {Awaited<ReturnType<typeof startServices>>} Services */

/** Flags of `setpriv` to run a program as a user; none without a user, or if we aren't root. @param {string} [user] */
export const asUser = (user) =>
	user !== undefined && process.getuid?.() === 0 ? [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : [];

/** Makes a command get `signal` when this process dies. If this process is root, the command runs as `user`. @param {string} signal @param {string} [user] */
function following(signal, user) {
	return (/** @type {string} */ command, /** @type {string[]} */ args) => ({
		command: 'setpriv',
		args: ['--pdeathsig', signal, ...asUser(user), '--', command, ...args],
	});
}

/** @param {string} programs @param {string} folder */
async function startPostgres(programs, folder) {
	const as = following('INT', 'postgres');
	const program = (/** @type {string} */ name) => join(programs, name);
	const data = join(folder, 'postgres');
	await mkdir(data, { mode: 0o700 });
	if (process.getuid?.() === 0) {
		const id = async (/** @type {string} */ flag) =>
			Number(await run({ name: 'id', command: 'id', args: [flag, 'postgres'] }));
		await chown(data, await id('-u'), await id('-g'));
	}
	const password = randomBytes(12).toString('hex');
	const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', PGPASSWORD: password };
	const passwordFile = join(folder, 'postgres-password');
	await writeFile(passwordFile, password, { mode: 0o644 });
	const cluster = [
		'--pgdata',
		data,
		'--username',
		'n8n',
		'--encoding',
		'UTF8',
		'--auth',
		'scram-sha-256',
		'--pwfile',
		passwordFile,
	];
	await run({ name: 'initdb', ...as(program('initdb'), cluster), env, cwd: data });

	const { port, restart, stop } = await onFreePort(
		'Postgres',
		/database system is ready to accept connections/,
		(wanted) => {
			const settings = [`listen_addresses=${loopback}`, 'unix_socket_directories=', 'max_connections=100'];
			const args = ['-D', data, '-p', String(wanted), ...settings.flatMap((one) => ['-c', one])];
			return startProcess({ name: 'Postgres', ...as(program('postgres'), args), env, cwd: data });
		},
	);
	const here = ['--host', loopback, '--port', String(port), '--username', 'n8n', '--no-password'];
	await run({ name: 'createdb', command: program('createdb'), args: [...here, database], env });
	return {
		restart: () => restart('SIGQUIT'),
		stop,
		query: (/** @type {string} */ sql) =>
			run({
				name: 'psql',
				command: program('psql'),
				args: [...here, '--no-psqlrc', '--tuples-only', '--no-align', '--command', sql, database],
				env,
			}),
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: loopback,
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: database,
			DB_POSTGRESDB_USER: 'n8n',
			DB_POSTGRESDB_PASSWORD: password,
			// With n8n's usual 2 connections, simultaneous requests can block each other for 20 s. If an execution
			// begins without a free connection, n8n hides the execution's outputs.
			DB_POSTGRESDB_POOL_SIZE: '10',
		},
	};
}

/** @param {string} program @param {string} folder */
async function startRedis(program, folder) {
	const as = following('KILL');
	const password = randomBytes(12).toString('hex');
	const { port, restart, stop } = await onFreePort('Redis', /Ready to accept connections/, async (wanted) => {
		const file = join(folder, 'redis.conf');
		const lines = [
			`bind ${loopback}`,
			`port ${wanted}`,
			`requirepass ${password}`,
			`dir ${folder}`,
			'save ""',
			'appendonly no',
		];
		await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
		return startProcess({ name: 'Redis', ...as(program, [file]), cwd: folder });
	});
	return {
		restart: () => restart('SIGKILL'),
		stop,
		env: { QUEUE_BULL_REDIS_HOST: loopback, QUEUE_BULL_REDIS_PORT: String(port), QUEUE_BULL_REDIS_PASSWORD: password },
	};
}

/**
 * Starts a server, and tries again if another process has taken its port in the meantime.
 *
 * @param {string} name @param {RegExp} ready matches what the server writes when it is ready
 * @param {(port: number) => import('../lib/processes.mjs').Running | Promise<import('../lib/processes.mjs').Running>} start
 */
async function onFreePort(name, ready, start) {
	for (let tries = 1; ; tries++) {
		const port = await freePort();
		let running = await start(port);
		const isReady = async () => await becomesReady(name, running, () => ready.test(running.logs()));
		const restart = async (/** @type {NodeJS.Signals} */ signal) => {
			running.kill(signal);
			await running.exited;
			running = await start(port);
			if (!(await isReady())) throw new Error(`${name} did not start again.\n${running.logs()}`);
		};
		if (await isReady()) return { port, restart, stop: () => running.stop() };
		const portTaken = /Address already in use|could not bind|Could not create server TCP/i.test(running.logs());
		if (!portTaken || tries >= portTries) throw new Error(`${name} did not start.\n${running.logs()}`);
	}
}
