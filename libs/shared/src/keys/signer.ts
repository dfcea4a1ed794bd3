/** The port of a signer outside the process: it makes keys and signs with them, and never gives a private key away. */
import type { KeyObject } from 'node:crypto';
import type { HeldKey, KeyDocument } from '../model/keys/key-documents.ts';

/** Which key is made. */
export type NewKey = Pick<KeyDocument, 'tenant' | 'purpose' | 'generation'>;

/** A key that the signer has made. */
export interface MadeKey {
  /** The signer's own name of the key, at most 256 characters. */
  readonly reference: string;
  /** P-256. */
  readonly publicKey: KeyObject;
}

export interface Signer {
  readonly name: HeldKey['signer'];
  /**
   * Makes a key, or returns the one that it made for the same tenant, purpose and generation.
   * @throws ProtocolError `temporarily_unavailable` where the signer does not answer
   */
  createKey(key: NewKey): Promise<MadeKey>;
  /** ES256: R and S, 64 bytes. @throws ProtocolError `temporarily_unavailable` where the signer does not answer */
  sign(reference: string, input: Buffer): Promise<Buffer>;
  /** Resolves when the signer answers and would sign. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The signers of a process. */
export interface Signers {
  /** Where new keys are made; undefined: in the process, sealed in the store. */
  readonly forNewKeys: Signer | undefined;
  /** Those that are configured, `forNewKeys` among them: keys that they made before still sign. */
  readonly byName: ReadonlyMap<HeldKey['signer'], Signer>;
}

export const noSigners: Signers = { forNewKeys: undefined, byName: new Map() };
