/**
 * Whether this browser has everything the scripts use. `TransformStream` came with Firefox 102 and `throwIfAborted`
 * with Chrome 100 and Safari 15.4. In older browsers no script starts, because it would fail halfway.
 */
export const isSupported = (): boolean =>
  typeof TransformStream === 'function' && typeof AbortSignal.prototype.throwIfAborted === 'function';
