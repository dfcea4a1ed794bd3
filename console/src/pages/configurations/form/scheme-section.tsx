/** The credential's scheme in the European catalogue of attestations (TS11). */
import type { JSX } from 'preact';
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import { policyFormTexts } from '../../../text/policy-form.ts';
import { DescribedField } from './described-field.tsx';
import { EntriesField } from './entries-field.tsx';
import type { FormScope } from './form-scope.ts';

const SCHEME = 'attestation_scheme';

export function SchemeSection({ form }: { readonly form: FormScope }): JSX.Element {
  const said = policyFormTexts();
  const place = (member: string): readonly string[] => [SCHEME, member];
  return (
    <fieldset>
      <legend>{configurationFormTexts().scheme}</legend>
      <p class="help">{said.schemeHelp}</p>
      <div class="filters">
        <DescribedField form={form} place={place('version')} label={said.version} help={said.versionHelp} />
        <DescribedField form={form} place={place('rulebookURI')} label={said.rulebook} />
        <DescribedField
          form={form}
          place={place('attestationLoS')}
          label={said.level}
          optionText={(value) => said.levelIs(value)}
        />
        <DescribedField form={form} place={place('id')} label={said.schemeId} help={said.schemeIdHelp} />
      </div>
      <DescribedField form={form} place={place('supportedFormats')} label={said.formats} help={said.formatsHelp} />
      <EntriesField
        form={form}
        place={place('schemaURIs')}
        members={{ first: 'formatIdentifier', rest: 'uri' }}
        label={said.schemas}
        help={said.schemasHelp}
      />
      <EntriesField
        form={form}
        place={place('trustedAuthorities')}
        members={{ first: 'frameworkType', rest: 'value' }}
        label={said.issuers}
        help={said.issuersHelp}
      />
    </fieldset>
  );
}
