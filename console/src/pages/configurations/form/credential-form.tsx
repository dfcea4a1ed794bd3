/** The form of a credential configuration. */
import type { JSX } from 'preact';
import type { Listed } from '../configuration-kinds.ts';
import { EuropeanSection } from './european-section.tsx';
import { FieldsSection } from './fields-section.tsx';
import type { FormScope } from './form-scope.ts';
import { GeneralSection } from './general-section.tsx';
import { LanguagesSection } from './languages-section.tsx';
import { RulesSection } from './rules-section.tsx';

export interface CredentialFormProps {
  readonly form: FormScope;
  readonly presentations: readonly Listed[];
}

export function CredentialForm({ form, presentations }: CredentialFormProps): JSX.Element {
  return (
    <>
      <GeneralSection form={form} />
      <LanguagesSection form={form} />
      <FieldsSection form={form} />
      <RulesSection form={form} presentations={presentations} />
      <EuropeanSection form={form} />
    </>
  );
}
