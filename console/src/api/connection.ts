/** Where the interface is and whose shape it has: what every call needs. `state/session.ts` sets it. */

export type Variant = 'a' | 'b';

interface Connection {
  /** Path of PUBLIC_URL without a trailing slash; empty where it has none. */
  base: string;
  /** Shape of the interface that the caller has. */
  variant: Variant;
  /** People may sign in with the identity provider of the organisation. */
  organisation: boolean;
  /** Called where the server does not know the cookie any more. */
  onSignedOut: () => void;
}

export const connection: Connection = { base: '', variant: 'a', organisation: false, onSignedOut: () => undefined };
