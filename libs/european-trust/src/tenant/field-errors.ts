/**
 * Turns errors from the checks of a registration certificate into errors of a document by a backend or an operator.
 * Pure.
 */
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import { reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { Finding } from '../registration/registration-error.ts';
import { registrationReasons } from '../registration/registration-reasons.ts';

/** Maximum length of a registered value in an error, in characters. */
const SHOWN = 300;

export interface FindingPlaces {
  /** Pointer of the query, for errors in the requested claims. */
  readonly query: string;
  /** Pointer to the member that selects the certificate, for errors in the certificate. */
  readonly certificate: string;
}

/** Offered types have pointers into their own document. */
export function fieldErrors(findings: readonly Finding[], place: FindingPlaces): readonly FieldError[] {
  return findings.map((finding) => {
    const { document, pointer } = finding;
    if (document === 'query') return { pointer: `${place.query}${pointer}`, detail: findingText(finding) };
    if (document === 'offered types') return { pointer, detail: findingText(finding) };
    return { pointer: place.certificate, detail: `${whereOf(finding)}${findingText(finding)}` };
  });
}

export interface RefusedUse {
  /** Whose certificate it is, as text. */
  readonly of: string;
  readonly use: 'offer' | 'request';
  readonly place: FindingPlaces;
}

/** The refusal of a request or an offer. @param findings at least one, and the first is its reason */
export function refusedUse(findings: readonly Finding[], { of, use, place }: RefusedUse): ProtocolError {
  const [first] = findings;
  if (first === undefined) throw new Error('A refusal without an error');
  const certificate = first.document === 'access certificate' ? 'access' : 'registration';
  return new ProtocolError('conflict', `The ${certificate} certificate of ${of} does not allow this ${use}`, {
    ...reasoned(registrationReasons, first.reason, first.facts),
    errors: fieldErrors(findings, place),
  });
}

/** The sentence for an error, with the registered value and where the certificate has it. */
export function findingText({ detail, registered }: Pick<Finding, 'detail' | 'registered'>): string {
  if (registered === undefined) return detail;
  const value = JSON.stringify(registered.value);
  const shown = value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value;
  return `${detail}; registered is ${shown} at ${registered.pointer} of the certificate`;
}

const NAMES = {
  header: 'header of the registration certificate',
  claims: 'registration certificate',
  'access certificate': 'access certificate',
  query: 'query',
  'device request': 'device request',
  'offered types': 'offered types',
} as const;

function whereOf({ document, pointer, form }: Finding): string {
  const name = form === 'cwt' ? `CWT of the ${NAMES[document]}` : NAMES[document];
  return `${name}${pointer === '' ? '' : ` at ${pointer}`}: `;
}
