/**
 * Parts of configurations that the standards define, to the extent that backends write them. Other members are allowed:
 * the standards can be extended.
 */

/** An entry in `credential_configurations_supported` (OpenID4VCI 1.0, 12.2.4). */
export interface CredentialConfiguration {
  format: 'dc+sd-jwt' | 'mso_mdoc' | 'jwt_vc_json';
  /** The type, for an SD-JWT VC. */
  vct?: string;
  /** The type, for an mdoc. */
  doctype?: string;
  /** The types, for a W3C credential. */
  credential_definition?: { type: string[] };
  scope?: string;
  cryptographic_binding_methods_supported?: string[];
  credential_signing_alg_values_supported?: (string | number)[];
  proof_types_supported?: Record<string, ProofType>;
  display?: CredentialDisplay[];
  credential_metadata?: { display?: CredentialDisplay[]; claims?: ClaimDescription[] };
  [member: string]: unknown;
}

interface ProofType {
  proof_signing_alg_values_supported: string[];
  key_attestations_required?: { key_storage?: string[]; user_authentication?: string[] };
}

export interface CredentialDisplay {
  name: string;
  locale?: string;
  description?: string;
  background_color?: string;
  text_color?: string;
  logo?: Image;
  background_image?: Image;
  [member: string]: unknown;
}

interface Image {
  uri: string;
  alt_text?: string;
}

/** Each part is a name, an array index, or null for all items. */
export type ClaimPath = (string | number | null)[];

interface ClaimDescription {
  path: ClaimPath;
  mandatory?: boolean;
  display?: { name?: string; locale?: string }[];
}

/** OpenID4VP 1.0, 6. */
export interface DcqlQuery {
  credentials: CredentialQuery[];
  credential_sets?: { options: string[][]; required?: boolean }[];
}

/** OpenID4VP 1.0, 6.1; `meta` by format, B.1.1, B.2.3 and B.3.5. */
export type CredentialQuery = CommonQuery &
  (
    | { format: 'dc+sd-jwt'; meta: { vct_values: string[] }; claims?: ClaimQuery[] }
    | { format: 'mso_mdoc'; meta: { doctype_value: string }; claims?: (ClaimQuery & { intent_to_retain?: boolean })[] }
    | { format: 'jwt_vc_json'; meta: { type_values: string[][] }; claims?: ClaimQuery[] }
  );

interface CommonQuery {
  id: string;
  multiple?: boolean;
  require_cryptographic_holder_binding?: boolean;
  trusted_authorities?: { type: string; values: string[] }[];
  claim_sets?: string[][];
}

interface ClaimQuery {
  /** Needed if the query has `claim_sets`. */
  id?: string;
  path: ClaimPath;
  values?: (string | number | boolean)[];
}
