/** The form of a configuration. It changes the same document as the JSON editor, and leaves alone what it doesn't show. */
import type { JSX } from 'preact';
import type { ConfigurationKind, Configurations } from '../configuration-kinds.ts';
import type { Schema } from '../json-schema.ts';
import { CredentialForm } from './credential-form.tsx';
import type { Document } from './document.ts';
import type { FormScope } from './form-scope.ts';
import { PresentationForm } from './presentation-form.tsx';

export interface ConfigurationFormProps {
  readonly kind: ConfigurationKind;
  readonly document: Document;
  readonly schema: Schema;
  readonly configurations: Configurations;
  readonly errorAt: FormScope['errorAt'];
  readonly onDocument: FormScope['edit'];
}

export function ConfigurationForm(props: ConfigurationFormProps): JSX.Element {
  const { kind, document, schema, configurations, errorAt, onDocument } = props;
  const form: FormScope = { document, schema, errorAt, edit: onDocument };
  return (
    <div class="configuration-form">
      {kind === 'issuance' ? (
        <CredentialForm form={form} presentations={configurations.presentation} />
      ) : (
        <PresentationForm form={form} issued={configurations.issuance.filter(({ error }) => error === undefined)} />
      )}
    </div>
  );
}
