/** The SD-JWT VCs of one request. */
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { Platform } from '@countersign/shared/runtime/service';
import { type CredentialPayload, credentialEnd, credentialPayload } from '../configuration/credential-payload.ts';
import { checkedFrame } from '../configuration/disclosure-frame.ts';
import type { SdJwtConfiguration } from '../configuration/sd-jwt-configuration.ts';
import { issueSdJwtVc } from './sd-jwt-issue.ts';
import { type CredentialsToSign, paired, type SignableCredentials } from './signable-credentials.ts';

/** Their end, and how they are signed. */
export function sdJwtCredentials(
  platform: Platform,
  configuration: SdJwtConfiguration,
  { tenant, claims, keys, ...times }: CredentialsToSign,
): SignableCredentials {
  const issuer = credentialIssuer(platform.settings.PUBLIC_URL, tenant);
  const { vct } = configuration;
  const exp = credentialEnd(times);
  return {
    ...(exp === undefined ? {} : { exp }),
    sign: (references) => {
      const each = paired(keys, references);
      const payloads = each.map(({ key, status }) => credentialPayload({ issuer, vct, claims, key, status, ...times }));
      return sign(platform, tenant, configuration, payloads);
    },
  };
}

/** Signs one credential per payload. */
async function sign(
  platform: Platform,
  tenant: string,
  { disclosureFrame, checkedFrame: frame = checkedFrame(disclosureFrame) }: SdJwtConfiguration,
  payloads: readonly CredentialPayload[],
): Promise<readonly string[]> {
  const key = await platform.keys.signer(tenant, 'credential');
  const ends = payloads.map(({ exp }) => (typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY));
  await platform.keys.signedUntil(tenant, key, Math.max(...ends));
  return Promise.all(
    payloads.map((payload) =>
      issueSdJwtVc({ payload, frame, key, random: platform.random, known: platform.knownKeys }),
    ),
  );
}
