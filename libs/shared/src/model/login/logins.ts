/**
 * Users' logins at applications that use a tenant as OpenID provider: the library's codes, tokens and interactions, and
 * the outcome of each login. Claims are encrypted, and expire with the access token.
 */
import type { TenantCollection, TenantDocument } from '../../store/port.ts';
import type { AboutPeople } from '../session/people.ts';

/** A record of the library: a code with its grant and its token, an interaction, a browser's session. */
export interface LoginRecord extends TenantDocument {
  /** Kind and SHA-256 of its id; for a code, of its grant's id. The code itself is only in `sealed`. */
  readonly id: string;
  readonly kind: 'record';
  /** Milliseconds. */
  readonly endsAt: number;
  /** Sealed JSON (context `login/<id>`). */
  readonly sealed: string;
  readonly uid?: string;
  /** Milliseconds: when it was used. Set for single-use documents. */
  readonly consumedAt?: number;
}

/** A login between the application's request and its access token's expiry. */
export interface LoginDocument extends TenantDocument, AboutPeople {
  /** `login/<id of the interaction>`. */
  readonly id: string;
  readonly kind: 'login';
  readonly client: string;
  /** The presentation session. */
  readonly session: string;
  /** Milliseconds: the presented claims are erased then. */
  readonly endsAt: number;
  /** Encrypted JSON (context `login/<id>`) of the link for the wallet, until the user is known. */
  readonly sealedLink?: string;
  /** Encrypted JSON (context `login/<id>`) of subject and claims, once the user is known. */
  readonly sealedPerson?: string;
}

/** A login that its browser keeps, without the claims that were presented. */
export interface KeptLogin extends TenantDocument, AboutPeople {
  /** `kept/<tenant>/<id of the interaction>`. */
  readonly id: string;
  readonly kind: 'kept';
  readonly client: string;
  /** Milliseconds. */
  readonly endsAt: number;
  /** Sealed JSON (context `login/<id>`) of the subject. */
  readonly sealedPerson: string;
}

/** An application that has not confirmed yet that a kept login has ended. */
export interface LogoutNotice extends TenantDocument {
  /** `logout/<tenant>/<SHA-256 of client and sid>`. */
  readonly id: string;
  readonly kind: 'logout';
  readonly client: string;
  readonly sid: string;
  /** How often it was sent in vain. */
  readonly attempts: number;
  /** Milliseconds: it is sent again then. */
  readonly endsAt: number;
}

/** How a client's subjects are created, fixed once it has some. */
export interface SubjectRule extends TenantDocument {
  /** `subjects/<tenant>/<client>`. */
  readonly id: string;
  readonly kind: 'subjects';
  /** SHA-256 of the rule. */
  readonly rule: string;
  /** Milliseconds. */
  readonly since: number;
}

export type LoginsDocument = LoginRecord | LoginDocument | KeptLogin | LogoutNotice | SubjectRule;

export const logins: TenantCollection<LoginsDocument> = {
  perTenant: true,
  name: 'logins',
  indexes: {
    tenant: { fields: ['tenant', 'kind'] },
    end: { fields: ['endsAt'] },
    uid: { fields: ['uid'] },
    person: { fields: ['people', 'tenant'] },
  },
};
