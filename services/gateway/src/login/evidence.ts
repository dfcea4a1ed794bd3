/**
 * Evidence of verified claims (OpenID Connect for Identity Assurance 1.0, 5.4): the credential as an electronic record of its issuer, whose
 * signature was verified. Pure.
 */
import type { JsonObject } from '@countersign/shared/kernel/json';

export const EVIDENCE = { type: 'electronic_record', record: 'verifiable_credential' } as const;

export interface Signed {
  readonly signer?: {
    /** Of the certificate, on one line. */
    readonly subject?: string;
    readonly list?: { readonly entity: string };
  };
}

/** @param time of the verification */
export function evidenceOf({ signer }: Signed, time: string): JsonObject {
  const part = partsOf(signer?.subject ?? '');
  const name = signer?.list?.entity ?? part.get('O') ?? part.get('CN');
  const country = part.get('C');
  const source = {
    ...(name === undefined ? {} : { name }),
    ...(country === undefined ? {} : { country_code: country }),
  };
  return {
    type: EVIDENCE.type,
    check_details: [{ check_method: 'vcrypt', time }],
    time,
    record: { type: EVIDENCE.record, ...(Object.keys(source).length === 0 ? {} : { source }) },
  };
}

/** Of a name such as `C=DE, O=Example\\, Inc., CN=PID`; the first of each kind. */
function partsOf(subject: string): ReadonlyMap<string, string> {
  const parts = subject.split(/(?<!\\), (?=[A-Za-z\d.]+=)/).map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, at), part.slice(at + 1).replace(/\\(.)/g, '$1')] as const;
  });
  return new Map(parts.reverse());
}
