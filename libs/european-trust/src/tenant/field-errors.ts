/** What the checks of a registration certificate find, as findings of a document that a backend or an operator has written. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { Finding } from '../registration/registration-error.ts';

/** Most characters of a registered value that a finding shows. */
const SHOWN = 300;

/**
 * @param place pointers in the document: of the query, and of what names the certificate
 */
export function fieldErrors(
  findings: readonly Finding[],
  place: { readonly query: string; readonly certificate: string },
): readonly FieldError[] {
  return findings.map((finding) =>
    finding.document === 'query'
      ? { pointer: `${place.query}${finding.pointer}`, detail: findingText(finding) }
      : { pointer: place.certificate, detail: `${whereOf(finding)}${findingText(finding)}` },
  );
}

/** The sentence of a finding, with the registered value and where the certificate has it. */
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

function whereOf({ document, pointer }: Finding): string {
  return `${NAMES[document]}${pointer === '' ? '' : ` at ${pointer}`}: `;
}
