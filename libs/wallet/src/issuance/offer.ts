/** Credential offers (OpenID4VCI 1.0, 4.1). */

export interface Offer {
  readonly credential_issuer: string;
  readonly credential_configuration_ids: string[];
  readonly grants: Record<string, Record<string, unknown>>;
}

export const PRE_AUTHORIZED = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';
