/** The SD-JWT VCs of one request. */
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { wrongAlgorithm } from '@countersign/shared/keys/key-set-errors';
import { signerNote } from '@countersign/shared/keys/signer-note';
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

interface SignedBy extends Pick<CredentialsToSign, 'tenant' | 'notes'> {
  readonly configuration: SdJwtConfiguration;
}

/** Signs one credential per payload. */
async function sign(
  platform: Platform,
  { tenant, configuration, notes }: SignedBy,
  payloads: readonly CredentialPayload[],
  headerOf?: (key: SigningKey) => JsonObject,
): Promise<readonly string[]> {
  const {
    disclosureFrame,
    checkedFrame: frame = checkedFrame(disclosureFrame),
    keySet,
    algorithm = 'ES256',
  } = configuration;
  const key = await platform.keys.signer(tenant, 'credential', keySet);
  if (key.alg !== algorithm) throw wrongAlgorithm(algorithm, key.alg);
  if (key.anchor === undefined) notes?.push(signerNote('credential_signed', key, keySet));
  const ends = payloads.map(({ exp }) => (typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY));
  await platform.keys.signedUntil(tenant, key, Math.max(...ends));
  const header = headerOf?.(key);
  return Promise.all(
    payloads.map((payload) =>
      issueSdJwtVc({ payload, frame, key, header, random: platform.random, known: platform.knownKeys }),
    ),
  );
}
