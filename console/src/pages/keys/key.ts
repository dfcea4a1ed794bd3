/** The response of `GET /keys`. */

export type Purpose = 'credential' | 'request' | 'metadata' | 'mdoc' | 'encryption' | 'ca' | 'iaca';

export interface Certificate {
  readonly subject: string;
  readonly sha256: string;
  readonly notAfter: string;
  readonly daysLeft: number;
  readonly pem: string;
}

export interface Key {
  readonly state: 'requested' | 'pending' | 'active' | 'retiring' | 'retired';
  readonly kid: string;
  readonly privateKey: 'local' | 'pkcs11' | 'vault' | 'file' | 'erased';
  readonly usedFrom?: string;
  /** Present in a key that waits for its certificate. */
  readonly request?: string;
  readonly certificate?: Certificate;
}

export interface KeysOfPurpose {
  readonly purpose: Purpose;
  /** Present in a key from a key set. */
  readonly set?: string;
  readonly rotation: 'call' | 'files' | 'with_credential' | 'certificate_request';
  readonly broken?: string;
  readonly keys: readonly Key[];
}
