/** The targets of the bench: ratios of two contenders in one run, unless the name has a unit. */
export const TARGETS = {
	/** Highest ratio of the time one by one to HTTP Request's in a loop, which only pays. `slowLoop`: slow answers. */
	loop: { known: 1.15, newPayees: 1.25 },
	slowLoop: { known: 1.03, newPayees: 1.05 },
	/** Highest ratio of the time with 10 in parallel to HTTP Request's, which sends the same two requests all at once. */
	allAtOnce: 1.2,
	/** Highest ratios of the time with many recorded references to none, and for each of many payees to fewer payees. */
	recorded: 1.05,
	many: 1.1,
	/** Reading a payment file: highest ratio of the time to Extract from File's, and highest memory above an idle n8n. */
	files: { time: 2, memoryMiB: 300 },
	/** Lowest speed of reads, as a ratio to n8n's own request helper. */
	reads: 0.9,
	/** Validate Only on the engine must take less time than this. */
	validateMs: 200,
	validateWithTotalMs: 1_000,
} as const;
