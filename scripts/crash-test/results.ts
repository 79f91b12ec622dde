export { pictureOf } from './picture.ts';
export { problemsIn, report } from './report.ts';
