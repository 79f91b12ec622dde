const WINDOW_MS = 60_000;

/** Lets one line of each kind through per minute and counts the others, so that forgers cannot fill a disk. */
export class LimitedLog {
	private readonly lines = new Map<string, { since: number; held: number }>();

	/** How many lines of this kind were held back since the last one; null when this one is to be held back too. */
	pass(kind: string, nowMs: number): number | null {
		const line = this.lines.get(kind);
		if (line !== undefined && nowMs - line.since < WINDOW_MS) {
			line.held += 1;
			return null;
		}
		this.lines.set(kind, { since: nowMs, held: 0 });
		return line?.held ?? 0;
	}
}
