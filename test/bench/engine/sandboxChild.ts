/** The sandbox in its own process, so that its work isn't counted as the node's. It ends with its parent process. */
import { startSandbox } from '../../../sandbox';

async function main(): Promise<void> {
	const sandbox = await startSandbox({ now: 'real', mostRequests: 2_000 });
	const { url, controlUrl, keys } = sandbox;
	process.once('disconnect', () => process.exit());
	process.send?.({ url, controlUrl, key: keys.write });
}

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
