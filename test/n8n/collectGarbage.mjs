// Loaded into n8n's processes by the soak: what is measured is what can't be collected, not what V8 put off.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collect = runInNewContext('gc');
setInterval(collect, 20_000).unref();
