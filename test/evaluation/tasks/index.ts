import type { Task } from '../task';
import { LIMITS } from './limits';
import { PAYEES } from './payees';
import { PLACES } from './places';
import { REPEATS } from './repeats';
import { WORDS } from './words';

/** All tasks, in the order of the table in docs/why/evaluation.md. A task's number is its row in the table. */
export const TASKS: readonly Task[] = [...PAYEES, ...LIMITS, ...REPEATS, ...WORDS, ...PLACES];
