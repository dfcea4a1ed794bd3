/** Cross-origin access: browser wallets may call the wallet endpoints. Management routes allow no origin. */
import type { Match } from './match.ts';

/** In every response of a wallet route, errors included. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'dpop-nonce, www-authenticate, oauth-client-attestation-challenge',
} as const;

const ALLOWED_HEADERS = 'authorization, content-type, dpop, oauth-client-attestation, oauth-client-attestation-pop';

/** The response to OPTIONS at a wallet route; undefined at any other. */
export function answerPreflight(
  matches: readonly Match[],
): { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined {
  const methods = [...new Set(matches.filter(({ route }) => route.cors).map(({ route }) => route.method))];
  if (methods.length === 0) return undefined;
  return {
    status: 204,
    headers: {
      ...corsHeaders,
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': '600',
      allow: [...methods, 'OPTIONS'].join(', '),
    },
  };
}
