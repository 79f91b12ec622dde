// CPU and memory of a process as Linux reports them; null on other systems.
import { readFile, writeFile } from 'node:fs/promises';

/** The unit in which Linux reports CPU time, on every machine. */
const ticksPerSecond = 100;

/** User and system time of the process so far, in ms. @param {number} pid @returns {Promise<number | null>} */
export async function cpuMs(pid) {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
	if (stat === null) return null;
	// The second field, the program's name in brackets, can contain spaces.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (1_000 * (Number(fields[11]) + Number(fields[12]))) / ticksPerSecond;
}

/** Starts a new measurement of the process's peak memory. @param {number} pid */
export async function resetPeak(pid) {
	await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
}

/**
 * Resident memory of the process in MiB.
 *
 * @param {number} pid @returns {Promise<{now: number, peak: number} | null>} the peak since it was reset
 */
export async function memoryOf(pid) {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
	if (status === null) return null;
	const kilobytes = (/** @type {string} */ name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
	return { now: kilobytes('VmRSS') / 1_024, peak: kilobytes('VmHWM') / 1_024 };
}
