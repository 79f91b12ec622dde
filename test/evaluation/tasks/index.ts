import type { Task } from '../task';
import { LIMITS } from './limits';
import { PAYEES } from './payees';
import { PLACES } from './places';
import { REPEATS } from './repeats';
import { WORDS } from './words';

/** In the order of the table in docs/why/evaluation.md, which numbers them. */
export const TASKS: readonly Task[] = [...PAYEES, ...LIMITS, ...REPEATS, ...WORDS, ...PLACES];
