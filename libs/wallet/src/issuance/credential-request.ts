/** The body of a credential request (OpenID4VCI 1.0, 8.2), as each wallet writes it. Pure. */
import type { CredentialHabits } from '../profiles/wallet-habits.ts';
import { WalletRefuses } from '../sending/failures.ts';
import type { CredentialConfiguration } from './metadata.ts';
import type { Proofs } from './proofs.ts';

/** The member with the type, if it isn't `vct`. */
const TYPES: Readonly<Record<string, 'doctype' | 'credential_definition'>> = {
  mso_mdoc: 'doctype',
  jwt_vc_json: 'credential_definition',
};

export interface AuthorizationDetail {
  readonly credential_configuration_id: string;
  readonly credential_identifiers: readonly string[];
}

export interface CredentialBodyInput {
  readonly id: string;
  /** From the metadata. */
  readonly configuration: CredentialConfiguration | undefined;
  /** From the token response. */
  readonly details: readonly AuthorizationDetail[];
  readonly proofs: Proofs;
}

/** @throws WalletRefuses if the wallet asks by identifier and the token has no identifier */
export function credentialBody(input: CredentialBodyInput, habits: CredentialHabits): object {
  const { configuration, proofs } = input;
  const type = TYPES[configuration?.format ?? ''] ?? 'vct';
  const added = habits.adds.map((name) => (name === 'vct' ? type : name)).map((name) => [name, configuration?.[name]]);
  return { ...nameOf(input, habits), ...Object.fromEntries(added), ...proofMember(proofs, habits) };
}

function nameOf({ id, details }: CredentialBodyInput, { names }: CredentialHabits): object {
  const [identifier] =
    details.find((detail) => detail.credential_configuration_id === id)?.credential_identifiers ?? [];
  if (names === 'type') return {};
  if (names === 'identifier' && identifier === undefined) {
    throw new WalletRefuses(`The token has no credential_identifiers for ${id}, and this wallet requires them`);
  }
  return names === 'configuration' || identifier === undefined
    ? { credential_configuration_id: id }
    : { credential_identifier: identifier };
}

function proofMember(proofs: Proofs, { singleProof }: CredentialHabits): object {
  const [type, list] = Object.entries(proofs)[0] ?? [];
  if (type === undefined || list === undefined) return {};
  return singleProof === true ? { proof: { proof_type: type, [type]: list[0] } } : { proofs };
}
