/** The fields of the European Union's rules: disclosure policy and scheme. Loaded when they are opened. */
import type { JSX } from 'preact';
import { AudienceSection } from './audience-section.tsx';
import type { FormScope } from './form-scope.ts';
import { SchemeSection } from './scheme-section.tsx';

export function EuropeanFields({ form }: { readonly form: FormScope }): JSX.Element {
  return (
    <>
      <AudienceSection form={form} />
      <SchemeSection form={form} />
    </>
  );
}
