/** `npm run watch`: says what has changed in the service's documentation since it was last looked at. */
import { watch } from './command';

void watch(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`)).then(
	(code) => (process.exitCode = code),
);
