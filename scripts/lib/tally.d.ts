/** Adds to a count of the night, in the file that TALLY names: scripts/nights. Without one nothing is counted. */
export function tally(what: string, number: number): void;
