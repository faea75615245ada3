import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { makeFolder, removePath, syncToDisk } from '#platform/files/files.ts';
import { readStoredJson, storeJson } from '#platform/files/stored-json.ts';

const StoredSchema = v.strictObject({
  /** A secret of 160 bits that only the two machines know: anyone who has it can read everything. */
  code: v.string(),
  /** The address of the other machine; absent until it's known. */
  peer: v.optional(v.string()),
  /** Addresses of former peers, latest first: one of them may serve by now. */
  formerPeers: v.optional(v.array(v.string())),
});

const codeBytes = 20;
/** Without letters that are easily confused. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

const getFile = (secrets: string): string => join(secrets, 'spare.json');

/** Makes a code of 160 bits, in groups that can be typed. */
export function createPairingCode(): string {
  const bits = [...randomBytes(codeBytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const signs = (bits.match(/.{5}/g) ?? []).map((five) => letters[Number.parseInt(five, 2)]);
  return (signs.join('').match(/.{4}/g) ?? []).join('-');
}

/** Normalizes a typed code to the form of `createPairingCode`; undefined if it can't be one. */
export function normalizeCode(typed: string): string | undefined {
  const signs = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  if (!new RegExp(`^[${letters}]{32}$`).test(signs)) return undefined;
  return (signs.match(/.{4}/g) ?? []).join('-');
}

/** Reads the pairing from a folder of secrets; undefined if there is none. Throws UnreadableFile for a damaged one. */
export const readPairing = (secrets: string): StoredPairing | undefined =>
  readStoredJson(getFile(secrets), StoredSchema, ': pair the machines again with `gangway spare pair`.');

/** A pairing as stored. */
export type StoredPairing = v.InferOutput<typeof StoredSchema>;

const maxFormerPeers = 4;

/** Returns the pairing with another peer. Former peers are still asked whether they serve, up to a limit. */
export function replacePeer(pairing: StoredPairing, peer: string): StoredPairing {
  const former = listPeers(pairing).filter((each) => each !== peer);
  return { ...pairing, peer, formerPeers: former.slice(0, maxFormerPeers) };
}

/** Lists the current peer and the former ones. */
export const listPeers = ({ peer, formerPeers = [] }: StoredPairing): readonly string[] =>
  peer === undefined ? formerPeers : [peer, ...formerPeers];

/** Lists the network addresses of the current peer and the former ones. */
export const listPeerAddresses = (pairing: StoredPairing): readonly string[] =>
  listPeers(pairing).map((peer) => new URL(peer).hostname.replaceAll(/[[\]]/g, ''));

/** Stores a pairing; only the service's own user may read it. */
export function savePairing(secrets: string, pairing: StoredPairing): void {
  makeFolder(secrets);
  storeJson(getFile(secrets), pairing);
}

/** Unpairs the machines. */
export function removePairing(secrets: string): void {
  removePath(getFile(secrets));
  syncToDisk(secrets);
}
