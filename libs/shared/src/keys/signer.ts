/** The port of a signer outside the process: it creates keys and signs with them, and never returns a private key. */
import type { KeyObject } from 'node:crypto';
import type { HeldKey, KeyDocument } from '../model/keys/key-documents.ts';

/** The key to create. */
export type NewKey = Pick<KeyDocument, 'tenant' | 'purpose' | 'generation'>;

/** A key that the signer created. */
export interface MadeKey {
  /** The signer's own name of the key, at most 256 characters. */
  readonly reference: string;
  /** P-256. */
  readonly publicKey: KeyObject;
}

export interface Signer {
  readonly name: HeldKey['signer'];
  /**
   * Creates a key, or returns the existing one for the same tenant, purpose and generation.
   * @throws ProtocolError `temporarily_unavailable` if the signer does not respond
   */
  createKey(key: NewKey): Promise<MadeKey>;
  /** ES256: R and S, 64 bytes. @throws ProtocolError `temporarily_unavailable` if the signer does not respond */
  sign(reference: string, input: Buffer): Promise<Buffer>;
  /** Resolves when the signer responds and is able to sign. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The signers of a process. */
export interface Signers {
  /** Where new keys are created; undefined: in the process, stored encrypted. */
  readonly forNewKeys: Signer | undefined;
  /** All configured signers, including `forNewKeys`: their earlier keys still sign. */
  readonly byName: ReadonlyMap<HeldKey['signer'], Signer>;
}

export const noSigners: Signers = { forNewKeys: undefined, byName: new Map() };
