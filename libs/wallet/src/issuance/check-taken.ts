/**
 * The wallet's checks of credentials before it stores them. Credentials that are JWTs are stored as received, because
 * their verifiers check them.
 */
import type { WalletKey } from '../jwt/keys.ts';
import { ES256 } from '../mdoc/cose.ts';
import { issuedFaults } from '../mdoc/issued-faults.ts';
import { isMdoc } from '../mdoc/issuer-signed.ts';
import { formatOf } from '../presentation/disclose.ts';
import { WalletRefuses } from '../sending/failures.ts';
import type { CredentialConfiguration } from './metadata.ts';
import type { ProfileWallet } from './profile-wallet.ts';

/** @throws WalletRefuses if the wallet does not support the configuration's format */
export async function checkFormat(
  wallet: Pick<ProfileWallet, 'metadata' | 'habits'>,
  configuration: string,
): Promise<void> {
  const { issuer } = await wallet.metadata();
  const format = issuer.credential_configurations_supported[configuration]?.format;
  const { formats } = wallet.habits.presentation;
  if (formats?.some((known) => known === format) === false)
    throw new WalletRefuses(`The wallet does not support the credential format ${format}`);
}

/**
 * @throws WalletRefuses if a credential doesn't have its configuration's format, or is an mdoc that a strict wallet
 *   refuses
 */
export async function checkTaken(
  wallet: Pick<ProfileWallet, 'metadata' | 'clock'>,
  taken: readonly Taken[],
): Promise<void> {
  const { issuer } = await wallet.metadata();
  for (const one of taken) {
    const supported = issuer.credential_configurations_supported[one.configuration];
    const faults = [...formatFaults(one, supported), ...mdocFaults(one, supported, wallet.clock())];
    if (faults.length > 0) {
      throw new WalletRefuses(`The wallet refuses the credential ${one.configuration}: ${faults.join('; ')}`);
    }
  }
}

function formatFaults({ credential }: Taken, supported: CredentialConfiguration | undefined): readonly string[] {
  const isOther = supported !== undefined && supported.format !== formatOf(credential);
  return isOther ? [`it is not of the format ${supported.format}`] : [];
}

function mdocFaults(
  { credential, key }: Taken,
  supported: CredentialConfiguration | undefined,
  now: number,
): readonly string[] {
  if (!isMdoc(credential)) return [];
  const { doctype: docType, credential_signing_alg_values_supported: algorithms = [] } = supported ?? {};
  return [
    ...(algorithms.includes(ES256) ? [] : ['the metadata does not list the algorithm -7 of its signature']),
    ...issuedFaults({ credential, key, docType, now }),
  ];
}

export interface Taken {
  /** Credential configuration id. */
  readonly configuration: string;
  readonly credential: string;
  readonly key: WalletKey;
  /** The response was encrypted. */
  readonly encrypted: boolean;
}
