/**
 * Builds the documentation site from docs/ with VitePress, which fails if a link leads nowhere:
 *
 *   npm run docs               builds it into .cache/site
 *   npm run docs -- --serve    shows it while you write
 */
import { build, createServer } from 'vitepress';
import { join } from 'node:path';
import { checkout } from './lib/paths.mjs';

const docs = join(checkout, 'docs');

if (process.argv.includes('--serve')) {
	const server = await createServer(docs, { host: '127.0.0.1' });
	await server.listen();
	server.printUrls();
} else {
	await build(docs);
}
