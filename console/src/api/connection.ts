/** The API's address and variant, which every call needs. `state/session.ts` sets it. */

export type Variant = 'a' | 'b';

interface Connection {
  /** Path of PUBLIC_URL without a trailing slash, or empty. */
  base: string;
  /** The caller's API variant. */
  variant: Variant;
  /** Users may sign in with the organisation's identity provider. */
  organisation: boolean;
  /** Called when the server no longer knows the cookie. */
  onSignedOut: () => void;
}

export const connection: Connection = { base: '', variant: 'a', organisation: false, onSignedOut: () => undefined };
