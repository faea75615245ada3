export { findStoredResponse, storeResponse } from './stored-responses.ts';
