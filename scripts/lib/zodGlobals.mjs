/** What zod finds in place of `globalThis` in the bundle: see gulpfile.js. */
export const zodGlobals = {};
