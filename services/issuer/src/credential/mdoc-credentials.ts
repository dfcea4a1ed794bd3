/** The mdocs of one request. */
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { wrongAlgorithm } from '@countersign/shared/keys/key-set-errors';
import { signerNote } from '@countersign/shared/keys/signer-note';
import type { CborMap } from '@countersign/shared/mdoc/cbor-value';
import type { Platform } from '@countersign/shared/runtime/service';
import type { MdocConfiguration } from '../configuration/mdoc-configuration.ts';
import { mdocElements } from '../configuration/mdoc-elements.ts';
import { mdocSigner } from '../configuration/mdoc-signer.ts';
import { europeanCoseHeader, SHORT_LIVED_ELEMENT } from './european-members.ts';
import { issueMdoc } from './issuer-signed.ts';
import { mdocValidity } from './mdoc-validity.ts';
import { type CredentialsToSign, paired, type SignableCredentials } from './signable-credentials.ts';

/**
 * Their expiry, and how they are signed: one data set, and for each credential its own key, random values and status
 * list entry. The expiry depends on one signer, so that signer signs them.
 * @throws ProtocolError `server_error` for claims that the previous check should have refused
 */
export async function mdocCredentials(
  platform: Platform,
  configuration: MdocConfiguration,
  { tenant, claims, keys, notes, ...times }: CredentialsToSign,
): Promise<SignableCredentials> {
  const elements = mdocElements(configuration, claims);
  if (!elements.ok) {
    throw new ProtocolError('server_error', 'These claims cannot be issued as a credential', {
      reason: 'credential_not_made',
      detail: `claims refused at ${elements.finding.pointer}`,
    });
  }
  const { key: signer, ...certificate } = await mdocSigner(platform, tenant, configuration);
  const { algorithm = 'ES256' } = configuration;
  if (signer.alg !== algorithm) throw wrongAlgorithm(algorithm, signer.alg);
  if (signer.anchor === undefined) notes?.push(signerNote('credential_signed', signer, configuration.keySet));
  const validity = mdocValidity({ ...times, unit: configuration.rules?.timeUnit, signer: certificate });
  const header = await certificateHeader(platform, configuration, tenant, signer);
  const isMarked = configuration.shortLived === true && platform.requirementsOf(tenant).profile === 'eu';
  const nameSpaces = isMarked ? new Map([...elements.nameSpaces, SHORT_LIVED_ELEMENT]) : elements.nameSpaces;
  const { doctype: docType, deviceNameSpaces } = configuration;
  const allowed = deviceNameSpaces === undefined ? {} : { deviceNameSpaces };
  const same = { docType, nameSpaces, validity, key: signer, header, random: platform.random, ...allowed };
  return {
    exp: validity.validUntil / 1000,
    sign: (references) =>
      Promise.all(
        paired(keys, references).map(({ key: deviceKey, status }) => issueMdoc({ ...same, deviceKey, status })),
      ),
  };
}

/**
 * What the protected header states about the signer's certificate; undefined: nothing. Some readers reject members
 * other than `alg`.
 */
async function certificateHeader(
  { settings, requirementsOf, keys }: Pick<Platform, 'settings' | 'requirementsOf' | 'keys'>,
  { protectedCertificate }: Pick<MdocConfiguration, 'protectedCertificate'>,
  tenant: string,
  signer: SigningKey,
): Promise<CborMap | undefined> {
  if (!(protectedCertificate ?? requirementsOf(tenant).profile === 'eu')) return undefined;
  await keys.keepChain(tenant, signer);
  return europeanCoseHeader(signer, credentialIssuer(settings.PUBLIC_URL, tenant));
}
