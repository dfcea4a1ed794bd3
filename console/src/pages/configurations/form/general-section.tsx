/** Id, format and type of a credential. */
import type { JSX } from 'preact';
import { Field, Select } from '../../../parts/field.tsx';
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import { isMdoc } from './claim-field.ts';
import { toMdoc, toSdJwt } from './convert-format.ts';
import { DescribedField } from './described-field.tsx';
import type { FormScope } from './form-scope.ts';

export function GeneralSection({ form }: { readonly form: FormScope }): JSX.Element {
  const said = configurationFormTexts();
  const mdoc = isMdoc(form.document);
  return (
    <fieldset>
      <legend>{said.general}</legend>
      <div class="filters">
        <IdField form={form} />
        <Select
          label={said.format}
          name="/config/format"
          value={mdoc ? 'mso_mdoc' : 'dc+sd-jwt'}
          error={form.errorAt('/config/format')}
          options={[
            { value: 'dc+sd-jwt', text: said.sdJwt },
            { value: 'mso_mdoc', text: said.mdoc },
          ]}
          onChange={(format) => form.edit(format === 'mso_mdoc' ? toMdoc : toSdJwt, '/config/format')}
        />
        {mdoc ? (
          <DescribedField
            form={form}
            place={['config', 'doctype']}
            label={said.doctype}
            help={said.doctypeHelp}
            required
          />
        ) : (
          <DescribedField form={form} place={['config', 'vct']} label={said.vct} help={said.vctHelp} />
        )}
      </div>
    </fieldset>
  );
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
