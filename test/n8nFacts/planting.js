'use strict';

/** Preloaded by node: changes one thing in a file of n8n's as jest reads it. The environment variable PLANTED says what. */
const fs = require('node:fs');

const { file, from, to } = JSON.parse(process.env.PLANTED);
const { readFileSync } = fs;
fs.readFileSync = (path, ...options) => {
	const read = readFileSync(path, ...options);
	if (!String(path).endsWith(file)) return read;
	if (String(read).split(from).length !== 2) throw new Error(`${file} doesn't have this once: ${from}`);
	return String(read).replace(from, to);
};
