/** Takes the place of `globalThis` for zod in the bundle: see gulpfile.js. */
export const zodGlobals = {};
