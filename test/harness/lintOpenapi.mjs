/**
 * Checks an OpenAPI document with Redocly's linter and prints the problems. The exit code is 1 if there are any.
 *
 *   node test/harness/lintOpenapi.mjs < FILE
 */
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';

// The rule forbids local servers, but the document's sandbox is one.
const config = await createConfig({ extends: ['recommended-strict'], rules: { 'no-server-example.com': 'off' } });
const problems = await lintFromString({ source: await text(process.stdin), absoluteRef: 'openapi.json', config });
for (const { ruleId, message, location } of problems)
	console.log(`${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
process.exitCode = problems.length === 0 ? 0 : 1;
