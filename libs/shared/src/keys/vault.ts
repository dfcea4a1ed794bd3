/**
 * Data at rest: one data key per tenant, wrapped by MASTER_KEY, seals private keys, offers, claims and secrets
 * (AES-256-GCM). Keys for nonces, permutations and signatures are derived from the same data key, per purpose.
 */

export interface Vault {
  /**
   * Seals a text. `context` names the field and its owner (such as `session/<id>/offer`); a sealed text opens only
   * under its own context, so that it can't be moved to another document.
   */
  seal(text: string, context: string): string;
  /** @throws ProtocolError `server_error` where the text was changed or belongs to another context or key */
  open(sealed: string, context: string): string;
  /**
   * A key for one purpose, 32 bytes (HKDF-SHA-256 of the data key); the same for every replica and restart. Purposes are
   * a small fixed set, and their keys are cached.
   */
  derive(purpose: string): Buffer;
}

export interface Vaults {
  /**
   * The vault of a tenant; its data key is generated at first use, by insert-if-absent, and cached. That of an erased tenant is the
   * one of the keys that are kept.
   * @param generation of the data key; default 1
   * @throws ProtocolError `gone` where the tenant is erased and nothing of it is kept
   */
  of(tenant: string, generation?: number): Promise<Vault>;
}
