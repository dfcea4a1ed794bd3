/** A tenant's document signer: the key that signs its mdocs, and its certificate's content. */
import { X509Certificate } from 'node:crypto';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { countryOf } from '@countersign/shared/crypto/x509';
import type { Platform } from '@countersign/shared/runtime/service';
import type { CredentialConfiguration } from './credential-configuration.ts';
import type { SignerPlace } from './mdoc-elements.ts';

export interface MdocSigner {
  readonly key: SigningKey;
  /** Validity of its certificate, milliseconds. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly place: SignerPlace;
}

/** The key ring, and the certificates of its keys that are parsed already. */
type SignerSource = Pick<Platform, 'keys' | 'knownKeys'>;

/**
 * The active document signer of a tenant, or of a key set. @throws ProtocolError `temporarily_unavailable` if its
 * signer is unavailable
 */
export async function mdocSigner(
  { keys, knownKeys }: SignerSource,
  tenant: string,
  { keySet }: Pick<CredentialConfiguration, 'keySet'> = {},
): Promise<MdocSigner> {
  const key = await keys.signer(tenant, 'mdoc', keySet);
  const leaf = knownKeys?.leaves.get(key) ?? new X509Certificate(Buffer.from(key.x5c[0] ?? '', 'base64'));
  knownKeys?.leaves.set(key, leaf);
  const { validFrom, subject } = leaf;
  const [country, state] = [countryOf(subject), stateOf(subject)];
  const place = { ...(country === undefined ? {} : { country }), ...(state === undefined ? {} : { state }) };
  return { key, notBefore: Date.parse(validFrom), notAfter: key.notAfter, place };
}

/** ST of a name, of which node writes one attribute per line; undefined if it is missing or occurs more than once. */
function stateOf(name: string): string | undefined {
  const states = name.split('\n').filter((line) => line.startsWith('ST='));
  return states.length === 1 ? states[0]?.slice('ST='.length) : undefined;
}

/** The place that a configuration's claims must contain. For other types no key is created. */
export async function signerPlace(
  platform: SignerSource,
  tenant: string,
  configuration: Pick<CredentialConfiguration, 'keySet' | 'needsSignerPlace'>,
): Promise<{ readonly place?: SignerPlace }> {
  if (configuration.needsSignerPlace !== true) return {};
  return { place: (await mdocSigner(platform, tenant, configuration)).place };
}
