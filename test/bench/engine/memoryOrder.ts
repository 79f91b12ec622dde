/** What passes between the bench and a process that measures memory. */
import * as z from 'zod';
import { packed } from '../built';

export const memoryOrder = z.object({
	who: z.enum(['ours', 'helper']),
	work: z.enum(['reads', 'money']),
	items: z.number(),
	built: packed,
	service: z.object({
		url: z.string(),
		key: z.string(),
		walletIds: z.array(z.string()),
		transactionIds: z.array(z.string()),
	}),
});

/** In bytes, above what was in use before the node ran. */
export const memoryResult = z.object({
	/** The most that was reachable at any sample. */
	peakLive: z.number(),
	/** Reachable at the end, output included. */
	endLive: z.number(),
	/** What the output items take by themselves. */
	items: z.number(),
	/** The most resident memory of the whole process, from its start. */
	maxResident: z.number(),
});

export type MemoryOrder = z.infer<typeof memoryOrder>;
export type MemoryResult = z.infer<typeof memoryResult>;
