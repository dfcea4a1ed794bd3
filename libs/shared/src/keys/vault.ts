/**
 * Data at rest: one data key per tenant, wrapped by MASTER_KEY, encrypts private keys, offers, claims and secrets
 * (AES-256-GCM). Keys for nonces, permutations and signatures are derived from the same data key, per purpose.
 */

export interface Vault {
  /**
   * Encrypts a text. `context` identifies the field and its owner (such as `session/<id>/offer`). A text is only
   * decrypted with the same context, so that it can't be moved to another document.
   */
  seal(text: string, context: string): string;
  /** @throws ProtocolError `server_error` if the text was changed or belongs to a different context or key */
  open(sealed: string, context: string): string;
  /**
   * A key for one purpose, 32 bytes (HKDF-SHA-256 of the data key); the same for every replica and restart. Purposes are
   * a small fixed set, and their keys are cached.
   */
  derive(purpose: string): Buffer;
}

export interface Vaults {
  /**
   * A tenant's vault. Its data key is generated at first use, by insert-if-absent, and cached. An erased tenant's vault
   * uses the data key of its kept keys.
   * @param generation of the data key; default 1
   * @throws ProtocolError `gone` if the tenant was erased and no key is kept
   */
  of(tenant: string, generation?: number): Promise<Vault>;
}
