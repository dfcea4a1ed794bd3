/** The type of a configuration's credentials, in each format. Pure. */
import type { CredentialType as RegisteredType } from '@countersign/european-trust/registration/registered-types';

export type CredentialType =
  | { readonly format: 'dc+sd-jwt'; readonly vct: string }
  | { readonly format: 'mso_mdoc'; readonly doctype: string }
  | { readonly format: 'jwt_vc_json'; readonly types: readonly string[] };

export interface NamedType {
  /** The member of `config` that contains it. */
  readonly member: 'vct' | 'doctype' | 'credential_definition';
  /** Unique within its format. */
  readonly type: string;
  /** As registration certificates have it. */
  readonly registered: RegisteredType;
}

export function typeOf(configuration: CredentialType): NamedType {
  const { format } = configuration;
  switch (format) {
    case 'dc+sd-jwt':
      return { member: 'vct', type: configuration.vct, registered: { format, vctValues: [configuration.vct] } };
    case 'mso_mdoc':
      return { member: 'doctype', type: configuration.doctype, registered: configuration };
    case 'jwt_vc_json': {
      const { types } = configuration;
      const type = types.toSorted().join(' ');
      return { member: 'credential_definition', type, registered: { format, typeValues: [types] } };
    }
  }
}

/** Whether a verifier can't tell the credentials of two configurations apart by their type. */
export function isSameType(one: CredentialType, other: CredentialType): boolean {
  return one.format === other.format && typeOf(one).type === typeOf(other).type;
}
