/** The paths that differ between the API's variants. All others are the same for every caller. */
import { connection, type Variant } from './connection.ts';

const table = {
  offer: { a: '/vci/offer', b: '/issuer-management/offer' },
  presentationRequest: { a: '/oid4vp', b: '/presentation-management/request' },
  statusUpdate: { a: '/status-management', b: '/session/revoke' },
} as const satisfies Readonly<Record<string, Readonly<Record<Variant, string>>>>;

/** The path of the signed-in caller. */
export function pathOf(name: keyof typeof table): string {
  return table[name][connection.variant];
}
