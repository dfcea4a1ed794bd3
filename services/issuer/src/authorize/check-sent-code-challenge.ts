import { text, type WalletParameters } from '../client/wallet-parameters.ts';
import { checkCodeChallenge } from './check-code-challenge.ts';

/**
 * RFC 7636, 1: a code that never passes a browser needs no PKCE, so the challenge is optional. A sent one is checked.
 * @throws ProtocolError `invalid_request`
 */
export function checkSentCodeChallenge(known: WalletParameters): { readonly codeChallenge?: string } {
  return text(known.parameters, 'code_challenge') === undefined ? {} : checkCodeChallenge(known);
}
