/** The sandbox as a process of its own, so that its work is not counted as the node's. Ends with its parent. */
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
