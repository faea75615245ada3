export { answerOfKey, keepAnswer } from './retry-answers.ts';
