/** What the checks of a registration certificate find, as findings of a document that a backend or an operator has written. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { Finding } from '../registration/registration-error.ts';

/** Most characters of a registered value that a finding shows. */
const SHOWN = 300;

export interface FindingPlaces {
  /** Pointer of the query, for what it asks for. */
  readonly query: string;
  /** Pointer of what names the certificate, for what is wrong with the certificate. */
  readonly certificate: string;
}

/** Types that are offered have pointers of their own document. */
export function fieldErrors(findings: readonly Finding[], place: FindingPlaces): readonly FieldError[] {
  return findings.map((finding) => {
    const { document, pointer } = finding;
    if (document === 'query') return { pointer: `${place.query}${pointer}`, detail: findingText(finding) };
    if (document === 'offered types') return { pointer, detail: findingText(finding) };
    return { pointer: place.certificate, detail: `${whereOf(finding)}${findingText(finding)}` };
  });
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

function whereOf({ document, pointer, form }: Finding): string {
  const name = form === 'cwt' ? `CWT of the ${NAMES[document]}` : NAMES[document];
  return `${name}${pointer === '' ? '' : ` at ${pointer}`}: `;
}
