/**
 * A refresh token's record. It outlives its sessions. It has who may refresh, the covered credentials, the session that
 * a refresh continues, and the basis of a new session. It is removed when it expires, with an erasure of one of its
 * sessions, and when its credentials are revoked. All personal data in it is encrypted.
 */
import { hashOf } from '../../crypto/sha256.ts';
import type { TenantCollection, TenantDocument } from '../../store/port.ts';
import type { AboutPeople } from '../session/people.ts';

export interface RefreshGrantDocument extends TenantDocument, AboutPeople {
  /** SHA-256 of the handle in the token. */
  readonly id: string;
  readonly tenant: string;
  /** SHA-256 of the secret in the token. */
  readonly tokenHash: string;
  /**
   * `new`: the token was not sent. `given`: it was. `renewable`: a credential was issued, so a new session may start.
   */
  readonly state: RefreshState;
  /** Session of the first issuance. Indexed: its erasure erases the record and every session of it. */
  readonly session: string;
  /** The session that a refresh continues while it lives. */
  readonly current: NamedSession;
  /** Id of the session that follows it. */
  readonly next: string;
  readonly holder: RefreshHolder;
  /** Configurations that a refresh may cover. */
  readonly configurationIds: readonly string[];
  /** Configurations whose credentials are suspended: they are not renewed until the suspension ends. */
  readonly suspended?: readonly string[];
  /** True if the token response identifies the credentials through `authorization_details`. */
  readonly authorizationDetails: boolean;
  /** Encrypted JSON (context `refresh/<id>/basis`): the basis of a new session, without claims. */
  readonly sealedBasis: string;
  /** Sealed (context `refresh/<id>/wallet-status`): status reference from the first token's attestation. */
  readonly sealedWalletStatus?: string;
  /** The last issuance per configuration. */
  readonly issued: readonly IssuedUnderRefresh[];
  /** Older credentials to revoke, because their claims have changed. */
  readonly superseded?: readonly SupersededCredentials[];
  /** Milliseconds; present with `superseded`, so that a job finds it. Indexed. */
  readonly supersededSince?: number;
  /** Milliseconds: when the current session was set; absent before the first new one. */
  readonly namedAt?: number;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** End of the token, fixed at its issue; milliseconds. */
  readonly expiresAt: number;
  /** Milliseconds: a job removes the record after it. Indexed. */
  readonly removeAt: number;
}

export type RefreshState = 'new' | 'given' | 'renewable';

/** A session, and the handle of the document inserted for it. After an erasure a new document may have the same id. */
export interface NamedSession {
  readonly session: string;
  readonly handle: string;
}

/** Who may use the token. Each value must be proven again, except the DPoP key of a client that authenticated. */
export interface RefreshHolder {
  readonly clientId?: string;
  /** Set: the client authenticated, with private_key_jwt or an attestation. Older records don't have it. */
  readonly authenticated?: true;
  /** Thumbprint of the wallet instance's key. */
  readonly instanceJkt?: string;
  /** Thumbprint of the DPoP key of the first token; present: a refresh needs a proof. */
  readonly dpopJkt?: string;
}

export interface IssuedUnderRefresh {
  readonly configurationId: string;
  readonly session: string;
  /** Keyed digest of the claims, if older credentials are revoked when these change. */
  readonly claimsDigest?: string;
  /** Sealed (context `refresh/<id>/key-statuses`): status references of the attestations of their keys. */
  readonly sealedKeyStatuses?: string;
  /** Expiry of the credentials, milliseconds; absent: they don't expire. */
  readonly until?: number;
  /** The issuances before it with the same claims, oldest first. */
  readonly earlier?: readonly EarlierIssuance[];
  /** Issuances with different claims to revoke with the next one, because this one's credentials were never sent. */
  readonly outdated?: readonly EarlierIssuance[];
}

export type EarlierIssuance = Pick<IssuedUnderRefresh, 'session' | 'until'>;

/** Credentials of a configuration in an earlier session. */
export interface SupersededCredentials {
  readonly configurationId: string;
  readonly session: string;
  /** The session whose credentials replace them. */
  readonly by: string;
}

/** The id of the record for a token with that handle. */
export function refreshGrantId(handle: string): string {
  return hashOf(handle);
}

export const refreshGrants: TenantCollection<RefreshGrantDocument> = {
  perTenant: true,
  name: 'refreshGrants',
  indexes: {
    session: { fields: ['session'] },
    person: { fields: ['people', 'tenant'] },
    remove: { fields: ['removeAt'] },
    superseded: { fields: ['supersededSince'] },
  },
};
