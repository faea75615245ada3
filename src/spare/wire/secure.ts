import type { SecureContextOptions } from 'node:tls';

/** Named in the HTTP upgrade that turns a connection into a link between two machines. */
export const linkProtocol = 'gangway-spare';

/** TLS as both machines speak it. */
export const tlsParameters: SecureContextOptions = {
  minVersion: 'TLSv1.3',
  maxVersion: 'TLSv1.3',
  // TLS 1.3 takes a pre-shared key with a SHA-256 suite only.
  ciphers: 'TLS_AES_128_GCM_SHA256',
  // The key alone proves who the peer is: no certificate is trusted.
  ca: [],
};

/** Returns the pre-shared key. The code has 160 random bits, so it needs no stretching; TLS derives its keys from it. */
export const toSharedKey = (code: string): Buffer => Buffer.from(code);
