/**
 * Whether this browser has everything that the scripts use. `TransformStream` came with Firefox 102 and `throwIfAborted`
 * with Chrome 100 and Safari 15.4. In older browsers the scripts leave all of a page alone, as they would fail halfway.
 */
export const isSupported = (): boolean =>
  typeof TransformStream === 'function' && typeof AbortSignal.prototype.throwIfAborted === 'function';
