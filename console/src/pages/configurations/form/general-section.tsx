/** Id, format and type of a credential. */
import type { JSX } from 'preact';
import { Field, Select } from '../../../parts/field.tsx';
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import { type Format, formatOf } from '../credential-format.ts';
import { toFormat } from './convert-format.ts';
import { DescribedField, type DescribedFieldProps } from './described-field.tsx';
import type { FormScope } from './form-scope.ts';
import { formatOptions } from './format-options.ts';

export function GeneralSection({ form }: { readonly form: FormScope }): JSX.Element {
  const said = configurationFormTexts();
  const format = formatOf(form.document);
  return (
    <fieldset>
      <legend>{said.general}</legend>
      <div class="filters">
        <IdField form={form} />
        <Select
          label={said.format}
          name="/config/format"
          value={format}
          error={form.errorAt('/config/format')}
          options={formatOptions}
          onChange={(next) => form.edit((document) => toFormat(document, next as Format), '/config/format')}
        />
        <TypeField form={form} format={format} />
      </div>
    </fieldset>
  );
}

/** The credential's type, which each format names differently. */
function TypeField({ form, format }: { readonly form: FormScope; readonly format: Format }): JSX.Element {
  const said = configurationFormTexts();
  const fields: Readonly<Record<Format, Omit<DescribedFieldProps, 'form'>>> = {
    'dc+sd-jwt': { place: ['config', 'vct'], label: said.vct, help: said.vctHelp },
    mso_mdoc: { place: ['config', 'doctype'], label: said.doctype, help: said.doctypeHelp, required: true },
    jwt_vc_json: {
      place: ['config', 'credential_definition', 'type'],
      label: said.types,
      required: true,
    },
  };
  return <DescribedField key={format} form={form} {...fields[format]} />;
}

export function IdField({ form }: { readonly form: FormScope }): JSX.Element {
  const said = configurationFormTexts();
  const { id } = form.document;
  return (
    <Field
      label={said.id}
      help={said.idHelp}
      name="/id"
      required
      value={typeof id === 'string' ? id : ''}
      error={form.errorAt('/id')}
      onInput={(next) => form.edit((document) => ({ ...document, id: next }), '/id')}
    />
  );
}
