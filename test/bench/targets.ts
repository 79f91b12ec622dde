/** The targets of the bench, each a ratio of contenders of one run unless it has a unit. */
export const TARGETS = {
	/** One by one beside n8n's HTTP Request node in a loop, which only pays, by what the service takes: at most. */
	loop: { known: 1.15, newPayees: 1.25 },
	slowLoop: { known: 1.03, newPayees: 1.05 },
	/** 10 in parallel beside n8n's HTTP Request node with the same two requests, all at once: at most. */
	allAtOnce: 1.2,
	/** With many references recorded beside none, of many payees beside fewer: at most. */
	recorded: 1.05,
	many: 1.1,
	/** Reading a file of payments beside n8n's Extract from File on it: at most in time; and at most this many MiB above what n8n has before. */
	files: { time: 2, memoryMiB: 300 },
	/** Reads beside n8n's own helper: at least in speed. */
	reads: 0.9,
	/** Validate Only on the engine: below. */
	validateMs: 200,
	validateWithTotalMs: 1_000,
} as const;
