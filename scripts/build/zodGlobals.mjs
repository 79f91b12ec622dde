/** Replaces `globalThis` for zod in the bundle: see bundle.js. */
export const zodGlobals = {};
