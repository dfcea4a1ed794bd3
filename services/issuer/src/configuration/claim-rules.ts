/** What each credential format demands of claims: one row each. Pure. */
import type { IssuedFormat } from '@countersign/shared/configuration-documents/credential-entry';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { reservedClaims } from '../schema/reserved-claims.ts';
import type { CredentialConfiguration } from './credential-configuration.ts';
import { mdocFinding, mdocNames } from './mdoc-claims.ts';
import { type SignerPlace, signedInElements } from './mdoc-elements.ts';
import { namesIn } from './names-in.ts';
import { fittingClaims, sdJwtFinding } from './sd-jwt-claims.ts';
import { signedInSubject, w3cFinding, w3cNames } from './w3c-claims.ts';

interface ClaimRules<C> {
  /** Names that only the service may set, in claims from outside. */
  reserved(claims: JsonObject, pointer: string): readonly FieldError[];
  /** The first error of the claims that no schema needs to find. @param place the document signer's */
  finding(configuration: C, claims: JsonObject, place: SignerPlace): FieldError | undefined;
  /** The claims of a signed-in user that fit. */
  signedIn(configuration: C, claims: JsonObject): JsonObject;
  /** Names that errors may contain, besides those in schema and static claims. */
  names(configuration: C, claims: JsonObject): readonly string[];
}

type Rows = { readonly [F in IssuedFormat]: ClaimRules<Extract<CredentialConfiguration, { readonly format: F }>> };

const rows: Rows = {
  'dc+sd-jwt': {
    reserved: reservedClaims,
    finding: sdJwtFinding,
    signedIn: fittingClaims,
    names: ({ disclosureFrame }) => namesIn(disclosureFrame),
  },
  mso_mdoc: {
    // The elements of an mdoc are separate from what the service sets.
    reserved: () => [],
    finding: mdocFinding,
    signedIn: signedInElements,
    names: mdocNames,
  },
  jwt_vc_json: {
    reserved: () => [],
    finding: (_, claims) => w3cFinding(claims),
    signedIn: signedInSubject,
    names: () => w3cNames,
  },
};

export const claimRules: Readonly<Record<IssuedFormat, ClaimRules<CredentialConfiguration>>> = rows;
