/** Mutants by the path of their file, as Stryker reports them. */
export type Files = Readonly<Record<string, { readonly mutants: ReadonlyArray<{ readonly status: string }> }>>;

/**
 * The page with the rows of a run in place of those that its files had; files that are gone have none.
 *
 * @param day as `2026-11-24`
 */
export function withScores(page: string, files: Files, day: string, isThere: (path: string) => boolean): string;
