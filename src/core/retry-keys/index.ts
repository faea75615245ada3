export { findStoredResponse, storeResponse } from './retry-answers.ts';
