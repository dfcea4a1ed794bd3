/** What a configuration of the profile `age` may request: one threshold of a proof of age (EU age verification profile). */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { type JsonObject, own } from '@countersign/shared/kernel/json';
import { AGE_DOCTYPE, AGE_NAMESPACE } from '@countersign/shared/mdoc/element-types';
import type { CredentialQuery } from './dcql-credential.ts';
import type { DcqlQuery } from './dcql-query.ts';

/** Members with no effect on an unsigned request, or that would widen what it asks or keeps. */
const WITHOUT: Readonly<Record<string, string>> = {
  registrationCert: 'A request of profile age has no registration certificate: remove it',
  keys: 'A request of profile age is not signed: remove keys',
  dcApiRequests: 'A request of profile age has one form for the Digital Credentials API: remove dcApiRequests',
};

const THRESHOLD = /^age_over_\d{2}$/;

/** @returns the errors, each with its pointer in the configuration */
export function ageFindings(configuration: JsonObject, query: DcqlQuery): readonly FieldError[] {
  const present = Object.entries(WITHOUT).filter(([name]) => own(configuration, name) !== undefined);
  return [
    ...present.map(([name, detail]) => ({ pointer: `/${name}`, detail })),
    ...(own(configuration, 'age_over') === 'nearest'
      ? [{ pointer: '/age_over', detail: 'Profile age accepts only the age that was requested: use exact' }]
      : []),
    ...queryFindings(query),
  ];
}

function queryFindings({ credentials, credentialSets }: DcqlQuery): readonly FieldError[] {
  const [credential, ...others] = credentials;
  if (credential === undefined || others.length > 0 || credentialSets !== undefined) {
    return [{ pointer: '/dcql_query/credentials', detail: 'Profile age requests one credential: a proof of age' }];
  }
  const at = '/dcql_query/credentials/0';
  if (credential.format !== 'mso_mdoc' || credential.doctype !== AGE_DOCTYPE) {
    return [{ pointer: `${at}/meta`, detail: `Profile age requests an mdoc with the doctype_value ${AGE_DOCTYPE}` }];
  }
  return [...claimFindings(credential, at), ...widthFindings(credential, at)];
}

function claimFindings({ claims = [] }: CredentialQuery, at: string): readonly FieldError[] {
  const [claim, ...others] = claims;
  const [namespace, element] = claim?.path ?? [];
  const one = claim !== undefined && others.length === 0;
  if (!one || namespace !== AGE_NAMESPACE || typeof element !== 'string' || !THRESHOLD.test(element)) {
    const detail = `Profile age requests one claim: ["${AGE_NAMESPACE}", "age_over_NN"]`;
    return [{ pointer: `${at}/claims`, detail }];
  }
  return [
    // A query for true would refuse everybody who is younger.
    ...(claim.values === undefined
      ? []
      : [{ pointer: `${at}/claims/0/values`, detail: 'Both answers are accepted: remove values' }]),
    ...(claim.intentToRetain === true
      ? [
          {
            pointer: `${at}/claims/0/intent_to_retain`,
            detail: 'Profile age keeps no element: remove intent_to_retain',
          },
        ]
      : []),
  ];
}

function widthFindings(credential: CredentialQuery, at: string): readonly FieldError[] {
  const { multiple, authorityKeyIds, authorityLists, claimSets } = credential;
  const set = {
    multiple: multiple ? true : undefined,
    trusted_authorities: authorityKeyIds ?? authorityLists,
    claim_sets: claimSets,
  };
  return Object.entries(set)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => ({ pointer: `${at}/${name}`, detail: `A request of profile age is short: remove ${name}` }));
}
