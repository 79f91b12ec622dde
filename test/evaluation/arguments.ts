/** The settings and tasks that `npm run evaluate` is given. */
import type { ModelSettings } from './model';
import { TASKS } from './tasks';

export const USAGE = `npm run evaluate               all tasks, with calls that are written down
npm run evaluate -- 7 12       these alone

With a real model, by environment variables:
  EVALUATE_MODEL               its name
  EVALUATE_URL                 the base of a service with OpenAI's chat completions, such as https://api.openai.com/v1
  EVALUATE_API_KEY             if the service asks for one`;

/** The settings of a real model; null for the scripted model. Throws if only a part is given. */
export function settingsIn(env: NodeJS.ProcessEnv): ModelSettings | null {
	const [model, url, apiKey] = ['EVALUATE_MODEL', 'EVALUATE_URL', 'EVALUATE_API_KEY'].map(
		(name) => env[name]?.trim() ?? '',
	);
	if (model === '' && url === '') return null;
	if (model === undefined || model === '' || url === undefined || !URL.canParse(url))
		throw new Error('EVALUATE_MODEL and EVALUATE_URL go together, and the second is a full address.');
	return { model, url, apiKey: apiKey === undefined || apiKey === '' ? null : apiKey };
}

/** The chosen tasks with their numbers; all tasks if none is chosen. Throws on a number that no task has. */
export function chosenTasks(given: readonly string[]) {
	const numbered = TASKS.map((task, place) => [place + 1, task] as const);
	const wanted = given.map(Number);
	if (wanted.some((number) => !Number.isInteger(number) || number < 1 || number > TASKS.length))
		throw new Error(`A task is a number from 1 to ${TASKS.length}.`);
	return wanted.length === 0 ? numbered : numbered.filter(([number]) => wanted.includes(number));
}
