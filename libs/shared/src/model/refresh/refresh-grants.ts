/**
 * The record of a refresh token. It outlives its sessions: it says who may refresh, what is covered, which session a refresh
 * continues, and what a new session is made of. It is removed at its end, with an erasure of one of its sessions, and
 * when its credentials are revoked. Nothing of a person is in it in clear.
 */
import { hashOf } from '../../crypto/sha256.ts';
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface RefreshGrantDocument extends TenantDocument {
  /** SHA-256 of the handle in the token. */
  readonly id: string;
  readonly tenant: string;
  /** SHA-256 of the secret in the token. */
  readonly tokenHash: string;
  /** `new`: the token has not left. `given`: it has. `renewable`: a credential was issued, so a new session may begin. */
  readonly state: RefreshState;
  /** Session of the first issuance. Indexed: its erasure erases the record and every session of it. */
  readonly session: string;
  /** The session that a refresh continues while it lives. */
  readonly current: NamedSession;
  /** Id of the session that begins after it. */
  readonly next: string;
  readonly holder: RefreshHolder;
  /** Configurations that a refresh may cover. */
  readonly configurationIds: readonly string[];
  /** Those whose credentials are suspended: they are not renewed until the suspension ends. */
  readonly suspended?: readonly string[];
  /** True where the token answer names the credentials by `authorization_details`. */
  readonly authorizationDetails: boolean;
  /** Sealed JSON (context `refresh/<id>/basis`): what a new session is made of, without claims. */
  readonly sealedBasis: string;
  /** Sealed (context `refresh/<id>/wallet-status`): status reference of the attestation of the first token. */
  readonly sealedWalletStatus?: string;
  /** The last issuance by configuration. */
  readonly issued: readonly IssuedUnderRefresh[];
  /** Older credentials that are to be revoked, because their claims have changed. */
  readonly superseded?: readonly SupersededCredentials[];
  /** Milliseconds; present with `superseded`, so that a job finds it. Indexed. */
  readonly supersededSince?: number;
  /** Milliseconds: when the present session was named; absent before the first new one. */
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

/** A session, and the handle of the document that was inserted for it: after an erasure another one may have its id. */
export interface NamedSession {
  readonly session: string;
  readonly handle: string;
}

/** Who may use the token. Each value that is present must be proven again, except the DPoP key of a client that authenticated. */
export interface RefreshHolder {
  readonly clientId?: string;
  /** Set: the client authenticated, by private_key_jwt or by an attestation. Older records don't say so. */
  readonly authenticated?: true;
  /** Thumbprint of the key of the wallet instance. */
  readonly instanceJkt?: string;
  /** Thumbprint of the DPoP key of the first token; present: a refresh needs a proof. */
  readonly dpopJkt?: string;
}

export interface IssuedUnderRefresh {
  readonly configurationId: string;
  readonly session: string;
  /** Keyed digest of the claims, where older credentials are revoked when these change. */
  readonly claimsDigest?: string;
  /** Sealed (context `refresh/<id>/key-statuses`): status references of the attestations of their keys. */
  readonly sealedKeyStatuses?: string;
  /** End of the credentials, milliseconds; absent: they have none. */
  readonly until?: number;
  /** The issuances before it with the same claims, oldest first. */
  readonly earlier?: readonly EarlierIssuance[];
  /** Issuances with other claims that are revoked with the next one, because the credentials of this one never left. */
  readonly outdated?: readonly EarlierIssuance[];
}

export type EarlierIssuance = Pick<IssuedUnderRefresh, 'session' | 'until'>;

/** Credentials of a configuration in an earlier session. */
export interface SupersededCredentials {
  readonly configurationId: string;
  readonly session: string;
  /** The session whose credentials take their place. */
  readonly by: string;
}

/** The id of the record of a token with that handle. */
export function refreshGrantId(handle: string): string {
  return hashOf(handle);
}

export const refreshGrants: TenantCollection<RefreshGrantDocument> = {
  perTenant: true,
  name: 'refreshGrants',
  indexes: {
    session: { fields: ['session'] },
    remove: { fields: ['removeAt'] },
    superseded: { fields: ['supersededSince'] },
  },
};
