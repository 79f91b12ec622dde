/**
 * Holds an OpenAPI document against the rules of Redocly's linter, and prints what it finds. The exit code is 1 where
 * it finds anything.
 *
 *   node test/harness/lintOpenapi.mjs < FILE
 */
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';

// The sandbox is one of the servers, and it is on this machine.
const config = await createConfig({ extends: ['recommended-strict'], rules: { 'no-server-example.com': 'off' } });
const problems = await lintFromString({ source: await text(process.stdin), absoluteRef: 'openapi.json', config });
for (const { ruleId, message, location } of problems)
	console.log(`${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
process.exitCode = problems.length === 0 ? 0 : 1;
