/** The claims of a registration certificate (ETSI TS 119 475, 5.2.4, tables 7 to 10), described once. */
import type { Static } from '@countersign/shared/http/static-type';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const url = { type: 'string', pattern: '^https?://\\S+$' } as const;
/** Seconds since the epoch, until the year 9999. */
const date = { type: 'number', minimum: 0, maximum: 253_402_300_799 } as const;
const localized = {
  type: 'array',
  items: { type: 'object', required: ['lang', 'value'], properties: { lang: text, value: text } },
} as const;

const claims = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      path: {
        type: 'array',
        items: {
          anyOf: [text, { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, { type: 'null' }],
        },
      },
      values: { type: 'array', items: { anyOf: [text, { type: 'number' }, { type: 'boolean' }] } },
    },
  },
} as const;

const credentials = {
  type: 'array',
  items: {
    type: 'object',
    // Annex B describes `meta` as a string, which is an error in the standard.
    properties: { format: text, meta: { type: 'object' }, claim: claims, claims },
  },
} as const;

export const registrationClaims = {
  type: 'object',
  required: ['entitlements', 'iat'],
  properties: {
    name: text,
    sub_ln: text,
    sub_gn: text,
    sub_fn: text,
    /** The final relying party or issuer, even if an intermediary acts for it. */
    sub: text,
    country: { type: 'string', minLength: 2, maxLength: 2 },
    registry_uri: url,
    /** Services, each in its languages; flat lists occur. */
    srv_description: { anyOf: [{ type: 'array', items: localized }, localized] },
    entitlements: { ...texts, minItems: 1 },
    privacy_policy: url,
    info_uri: url,
    /** A URL or an email address. */
    support_uri: { type: 'string', pattern: '^([A-Za-z][A-Za-z0-9+.-]*:\\S+|[^\\s@:]+@[^\\s@]+)$' },
    supervisory_authority: { type: 'object', properties: { email: text, phone: text, uri: text } },
    policy_id: { type: 'array', items: { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)+$' } },
    certificate_policy: url,
    iat: date,
    exp: date,
    nbf: date,
    jti: text,
    status: {
      type: 'object',
      properties: {
        status_list: {
          type: 'object',
          required: ['idx', 'uri'],
          properties: {
            /** The standard calls it a numeric string, and its example has a number. */
            idx: {
              anyOf: [
                { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
                { type: 'string', pattern: '^(0|[1-9][0-9]{0,14})$' },
              ],
            },
            uri: { ...url, maxLength: 2048 },
          },
        },
      },
    },
    provides_attestations: credentials,
    credentials,
    purpose: localized,
    intended_use_id: text,
    public_body: { type: 'boolean' },
    /** The standard calls the member `sname`, but its example has `name`. */
    intermediary: { type: 'object', properties: { sub: text, sname: text, name: text } },
    act: { type: 'object', properties: { sub: text } },
    /** The service, in Italy only. */
    srv_id: text,
  },
} as const;

export type RegistrationClaims = Static<typeof registrationClaims>;

/** An entry of `credentials` or `provides_attestations`. */
export type RegisteredCredential = Static<typeof credentials.items>;
export type RegisteredClaim = Static<typeof claims.items>;

/** The claims that are read. */
export const CLAIM_NAMES: readonly string[] = Object.keys(registrationClaims.properties);
