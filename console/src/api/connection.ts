/** The API's address and variant, which every call needs. `state/session.ts` sets it. */

export type Variant = 'a' | 'b';

interface Connection {
  /** Path of PUBLIC_URL without a trailing slash, or empty. */
  base: string;
  /** The caller's API variant. */
  variant: Variant;
  /** Tenant that a platform administrator works in; undefined for the own one. */
  tenant: string | undefined;
  /** Users may sign in with the organisation's identity provider. */
  organisation: boolean;
  /** Called when the server no longer knows the cookie. */
  onSignedOut: () => void;
}

export const connection: Connection = {
  base: '',
  variant: 'a',
  tenant: undefined,
  organisation: false,
  onSignedOut: () => undefined,
};

/** Headers of every call: the console's mark, and the tenant that it is about if that is not the caller's. */
export function callHeaders(): Readonly<Record<string, string>> {
  const { tenant } = connection;
  return { 'x-countersign-console': '1', ...(tenant === undefined ? {} : { 'x-countersign-tenant': tenant }) };
}
