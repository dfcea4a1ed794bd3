/** The SD-JWT VCs of one request. */
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import {
  type CredentialPayload,
  credentialEnd,
  credentialPayload,
  issuedAt,
} from '../configuration/credential-payload.ts';
import { checkedFrame } from '../configuration/disclosure-frame.ts';
import type { SdJwtConfiguration } from '../configuration/sd-jwt-configuration.ts';
import { europeanClaims, europeanHeader, integrityClaim } from './european-members.ts';
import { jwtSigner, type SignedBy } from './jwt-signer.ts';
import { issueSdJwtVc } from './sd-jwt-issue.ts';
import { type CredentialsToSign, paired, type SignableCredentials } from './signable-credentials.ts';

/** Their end, and how they are signed. */
export function sdJwtCredentials(
  platform: Platform,
  configuration: SdJwtConfiguration,
  { tenant, claims, keys, notes, ...times }: CredentialsToSign,
): SignableCredentials {
  const issuer = credentialIssuer(platform.settings.PUBLIC_URL, tenant);
  const { vct } = configuration;
  const isEuropean = platform.requirementsOf(tenant).profile === 'eu';
  const exp = credentialEnd(times);
  return {
    ...(exp === undefined ? {} : { exp }),
    sign: (references) => {
      const each = paired(keys, references);
      const payloads = each.map(({ key, status }) => credentialPayload({ issuer, vct, claims, key, status, ...times }));
      const by = { tenant, configuration, notes };
      if (!isEuropean) {
        if (configuration.confirmsPayments !== true) return sign(platform, by, payloads);
        const more = integrityClaim(configuration.typeMetadata);
        return sign(
          platform,
          by,
          payloads.map((payload) => ({ ...payload, ...more })),
        );
      }
      const iat = issuedAt(times.now);
      const more = europeanClaims(configuration, iat);
      const whole = payloads.map((payload) => ({ ...payload, ...more }));
      return sign(platform, by, whole, (key) => europeanHeader(key, issuer, iat));
    },
  };
}

/** Signs one credential per payload. */
async function sign(
  platform: Platform,
  by: SignedBy<SdJwtConfiguration>,
  payloads: readonly CredentialPayload[],
  headerOf?: (key: SigningKey) => JsonObject,
): Promise<readonly string[]> {
  const { disclosureFrame, checkedFrame: frame = checkedFrame(disclosureFrame) } = by.configuration;
  const key = await jwtSigner(platform, by, payloads);
  const header = headerOf?.(key);
  return Promise.all(
    payloads.map((payload) =>
      issueSdJwtVc({ payload, frame, key, header, random: platform.random, known: platform.knownKeys }),
    ),
  );
}
