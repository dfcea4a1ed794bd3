/** Faults of a wallet in its credential request, except in the proofs. */

import type { FaultMemory, WalletRequest } from '../sending/fault.ts';
import { encrypted, headers, json, query, UNKNOWN_REFERENCE, withJweHeader, withOtherTag } from './change.ts';
import type { FaultTable } from './fault-table.ts';

/** Seconds after which a repeated request is no longer a repeat because of a lost response. */
const LONGER_THAN_A_LOST_ANSWER = 15;
/** Longer than an access token lives, seconds. */
const LONGER_THAN_A_TOKEN = 86_400;

export const credentialFaults = {
  token_missing: {
    step: 'credential',
    summary: 'Sends no access token.',
    request: headers({ authorization: undefined }),
  },
  token_unknown: {
    step: 'credential',
    summary: 'Sends an access token that the server never issued.',
    request: (request) => withToken(request, (scheme) => `${scheme} ${UNKNOWN_REFERENCE}`),
  },
  token_in_query: {
    step: 'credential',
    summary: 'Sends the access token in the URL.',
    request: query({ access_token: 'token' }),
  },
  token_format: {
    step: 'credential',
    summary: 'Sends an access token with a space in it.',
    request: (request) => withToken(request, (scheme, token) => `${scheme} ${token} ${token}`),
  },
  token_revoked: {
    step: 'token',
    summary: 'Redeems the code twice, which revokes its access token, and sends that token.',
    needs: ['authorization_code'],
    after: async ({ answer, again, wait }) => {
      await wait(LONGER_THAN_A_LOST_ANSWER);
      await again();
      return answer;
    },
  },
  token_expired: {
    step: 'credential',
    summary: 'Sends an expired access token.',
    before: ({ wait }) => wait(LONGER_THAN_A_TOKEN),
  },
  token_scheme: {
    step: 'credential',
    summary: 'Sends an access token that is bound to a key with the scheme Bearer.',
    needs: ['dpop'],
    request: (request) => withToken(request, (_, token) => `Bearer ${token}`),
  },
  request_legacy: {
    step: 'credential',
    summary: 'Requests the credential by format and type, as the drafts before 1.0 did.',
    request: json({ credential_configuration_id: undefined, format: 'vc+sd-jwt', vct: 'pid' }),
  },
  credential_not_named: {
    step: 'credential',
    summary: 'Sends a credential request that does not specify a credential.',
    request: json({ credential_configuration_id: undefined, credential_identifier: undefined }),
  },
  configuration_unknown: {
    step: 'credential',
    summary: 'Asks for a credential configuration that the issuer does not have.',
    request: json({ credential_configuration_id: 'no-such-configuration' }),
  },
  identifier_unknown: {
    step: 'credential',
    summary: 'Requests a credential identifier that is not in the token response.',
    request: json({ credential_configuration_id: undefined, credential_identifier: 'no-such-identifier' }),
  },
  configuration_not_covered: {
    step: 'credential',
    summary: 'Asks for a credential of the issuer that the access token does not cover.',
    needs: ['other_configuration'],
    request: (request, memory) =>
      json({ credential_identifier: undefined, credential_configuration_id: notOffered(memory) })(request, memory),
  },
  encryption_parameters: {
    step: 'credential',
    summary: 'Asks for an encrypted response without a key.',
    request: json({ credential_response_encryption: { enc: 'A256GCM' } }),
  },
  encryption_required: {
    step: 'credential',
    summary: 'Sends the credential request unencrypted although it must be encrypted.',
    needs: ['encryption_required'],
    request: ({ encrypt: _, ...request }) => request,
  },
  encryption_key_unknown: {
    step: 'credential',
    summary: 'Encrypts the credential request to a key that the issuer does not publish.',
    needs: ['encrypted_request'],
    request: encrypted((jwe) => withJweHeader(jwe, { kid: 'no-such-key' })),
  },
  encryption_decrypt: {
    step: 'credential',
    summary: "Derives a different key for the encrypted credential request from the issuer's.",
    needs: ['encrypted_request'],
    request: encrypted(withOtherTag),
  },
  encryption_content: {
    step: 'credential',
    summary: 'Encrypts a credential request that is a JSON list.',
    needs: ['encrypted_request'],
    request: (request) => ({ ...request, json: [] }),
  },
  external_token_unexpected: {
    step: 'credential',
    summary: 'Sends an access token from an authorization server that the tenant does not have.',
    request: (request) => withToken(request, (scheme) => `${scheme} e30.e30.c2ln`),
  },
  credentials_exhausted: {
    step: 'credential',
    summary: 'Requests the credential again and again.',
    needs: ['repeated'],
  },
} as const satisfies FaultTable;

/** @param change of scheme and token */
function withToken(request: WalletRequest, change: (scheme: string, token: string) => string): WalletRequest {
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ');
  return { ...request, headers: { ...request.headers, authorization: change(scheme, token) } };
}

/** A configuration of the issuer that the offer does not have. */
function notOffered({ answered }: FaultMemory): string | undefined {
  const offered: readonly string[] = answered('offer').json?.credential_configuration_ids ?? [];
  return Object.keys(
    answered('metadata', 'credential_configurations_supported').json.credential_configurations_supported,
  ).find((id) => !offered.includes(id));
}
