export { pictureOf, pictureOfLostAnswer } from './picture.ts';
export { problemsIn, report } from './report.ts';
