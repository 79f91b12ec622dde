/** The targets of the bench: ratios of two contenders in one run, unless the name has a unit. */
export const TARGETS = {
	/** At most: our time one by one, divided by the time of HTTP Request in a loop, which sends no name enquiries. */
	loop: { known: 1.15, newPayees: 1.25 },
	/** Like `loop`, with slow answers. */
	slowLoop: { known: 1.03, newPayees: 1.05 },
	/** At most: our time with 10 in parallel, divided by HTTP Request's time for the same requests, sent all at once. */
	allAtOnce: 1.2,
	/** At most: our time with many recorded references, divided by our time with none. */
	recorded: 1.05,
	/** At most: our time for each of many payees, divided by our time for each of fewer payees. */
	many: 1.1,
	/** Reading a payment file, at most: our time divided by Extract from File's time, and memory above an idle n8n. */
	files: { time: 2, memoryMiB: 300 },
	/** Lowest speed of reads, as a ratio to n8n's own request helper. */
	reads: 0.9,
	/** Validate Only on the engine must take less time than this. */
	validateMs: 200,
	validateWithTotalMs: 1_000,
} as const;
