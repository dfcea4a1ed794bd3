/** A presenting wallet built on `@openid4vc/openid4vp`, a client library that others wrote. */
import { createHash, X509Certificate } from 'node:crypto';
import type { DigitalMessage } from '@countersign/wallet/presentation/digital-request';
import { type HeldCredential, type PresentationRequest, present } from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { setGlobalConfig } from '@openid4vc/oauth2';
import { Openid4vpClient } from '@openid4vc/openid4vp';
import * as jose from 'jose';

// The servers of the tests listen on loopback http; the library refuses http by default.
setGlobalConfig({ allowInsecureUrls: true });

export interface Presented {
  readonly request: PresentationRequest;
  readonly answer: Answer;
  /** As the library read it from the client identifier. */
  readonly prefix: string;
}

/** The client of the library, with keys and hashes of Node. */
function openid4vpClient(): Openid4vpClient {
  return new Openid4vpClient({
    callbacks: {
      hash: (data, alg) => createHash(alg.replace('-', '')).update(data).digest(),
      getX509CertificateMetadata: (certificate) => {
        const { subjectAltName = '' } = new X509Certificate(Buffer.from(certificate, 'base64'));
        const names = subjectAltName.split(', ').filter((name) => name.startsWith('DNS:'));
        return { sanDnsNames: names.map((name) => name.slice(4)), sanUriNames: [] };
      },
      verifyJwt: async (signer, { compact }) => {
        if (signer.method !== 'x5c') return { verified: false };
        const leaf = new X509Certificate(Buffer.from(signer.x5c[0] ?? '', 'base64'));
        await jose.compactVerify(compact, leaf.publicKey);
        return { verified: true, signerJwk: leaf.publicKey.export({ format: 'jwk' }) as never };
      },
      signJwt: () => {
        throw new Error('This wallet signs no response');
      },
      decryptJwe: () => ({ decrypted: false }),
      encryptJwe: async ({ publicJwk, enc, alg }, data) => {
        const key = await jose.importJWK(publicJwk as jose.JWK, alg);
        const jwe = await new jose.CompactEncrypt(Buffer.from(data))
          .setProtectedHeader({ alg, enc, kid: String(publicJwk.kid) })
          .encrypt(key);
        return { jwe, encryptionJwk: publicJwk };
      },
    },
  });
}

/** Takes a request link through the whole presentation, as the library does it; jose creates the JWE. */
export async function presentWithOpenid4vp(link: string, held: HeldCredential): Promise<Presented> {
  const client = openid4vpClient();
  const parsed = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: link });
  const resolved = await client.resolveOpenId4vpAuthorizationRequest({
    authorizationRequestPayload: parsed.params as never,
  });
  const request = resolved.authorizationRequestPayload as unknown as PresentationRequest;
  const vpToken = Object.fromEntries(request.dcql_query.credentials.map(({ id }) => [id, [present(held, request)]]));
  const created = await client.createOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: resolved.authorizationRequestPayload,
    authorizationResponsePayload: { vp_token: vpToken as never },
    ...(request.response_mode === 'direct_post'
      ? {}
      : {
          jarm: encryptionOf(request),
        }),
  });
  const { response } = await client.submitOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: { response_uri: request.response_uri },
    authorizationResponsePayload: created.authorizationResponsePayload,
    ...(created.jarm === undefined ? {} : { jarm: created.jarm }),
  });
  return { request, answer: await read(response), prefix: resolved.client.prefix };
}

/** Answers an entry of `digital.requests` on a page of an origin, as the library does it. */
export async function answerPageWithOpenid4vp(
  { protocol, data }: DigitalMessage,
  origin: string,
  held: HeldCredential,
): Promise<DigitalMessage> {
  const client = openid4vpClient();
  const resolved = await client.resolveOpenId4vpAuthorizationRequest({
    authorizationRequestPayload: data as never,
    origin,
  });
  const request = resolved.authorizationRequestPayload as unknown as PresentationRequest;
  const audience = `origin:${origin}`;
  const vpToken = Object.fromEntries(
    request.dcql_query.credentials.map(({ id }) => [id, [present(held, request, { audience })]]),
  );
  const created = await client.createOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: resolved.authorizationRequestPayload,
    authorizationResponsePayload: { vp_token: vpToken as never },
    origin,
    ...(request.response_mode === 'dc_api' ? {} : { jarm: encryptionOf(request) }),
  });
  const { jarm, authorizationResponsePayload } = created;
  return { protocol, data: jarm === undefined ? { ...authorizationResponsePayload } : { response: jarm.responseJwt } };
}

function encryptionOf({ nonce }: PresentationRequest) {
  return {
    encryption: { nonce },
    serverMetadata: {
      authorization_signing_alg_values_supported: [],
      authorization_encryption_alg_values_supported: ['ECDH-ES'],
      authorization_encryption_enc_values_supported: ['A256GCM'],
    },
  };
}
