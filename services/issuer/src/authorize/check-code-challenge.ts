import { ProtocolError } from '@countersign/shared/kernel/errors';
import { text, type WalletParameters } from '../client/wallet-parameters.ts';

/**
 * RFC 7636, 4.3 and 4.4.1: the challenge of an authorization request, S256 only.
 * @throws ProtocolError `invalid_request` where it is missing, `plain` or not the S256 form
 */
export function checkCodeChallenge({ parameters }: WalletParameters): { readonly codeChallenge: string } {
  const challenge = text(parameters, 'code_challenge');
  const method = text(parameters, 'code_challenge_method');
  if (challenge === undefined) {
    const facts = { parameter: 'code_challenge' };
    throw new ProtocolError('invalid_request', 'code_challenge is missing', { reason: 'pkce_missing', facts });
  }
  if (method !== 'S256') {
    // An absent method means plain.
    const facts = { expected: 'S256', received: method ?? 'plain' };
    throw new ProtocolError('invalid_request', 'code_challenge_method must be S256', { reason: 'pkce_method', facts });
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    const facts = { count: challenge.length, expected: '43 characters of base64url' };
    throw new ProtocolError('invalid_request', 'code_challenge is not an S256 challenge', {
      ...{ reason: 'pkce_challenge', facts },
    });
  }
  return { codeChallenge: challenge };
}
