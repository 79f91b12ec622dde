import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './processes.mjs';

/** The path of npm's own script. Run on a chosen Node, it needs neither a shell nor `npm.cmd`. */
export function npmScript() {
	const besideNode = dirname(process.execPath);
	const places = [
		process.env.npm_execpath ?? '',
		join(besideNode, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
		join(besideNode, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
		join(besideNode, '..', 'share', 'nodejs', 'npm', 'bin', 'npm-cli.js'),
	];
	const found = places.find((place) => /npm-cli\.[cm]?js$/.test(place) && existsSync(place));
	if (!found) throw new Error('npm was not found beside Node. Start this script with `npm start`.');
	return found;
}

/**
 * @param {string[]} args @param {{cwd: string, name?: string, onLine?: (line: string) => void}} options
 * @returns {Promise<string>} what npm wrote
 */
export function npm(args, { cwd, name = `npm ${args[0]}`, onLine }) {
	return run({ name, command: process.execPath, args: [npmScript(), ...args], cwd, onLine });
}
