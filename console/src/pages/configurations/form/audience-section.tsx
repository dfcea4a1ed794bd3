/** Whom wallets may show the credential to (ARF, topic 43). */
import type { JSX } from 'preact';
import { newKey } from '../../../api/call.ts';
import { Select } from '../../../parts/field.tsx';
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import { policyFormTexts } from '../../../text/policy-form.ts';
import { type Audience, audienceOf, audiences, POLICY, withAudience } from './audience.ts';
import { DescribedField } from './described-field.tsx';
import { EntriesField } from './entries-field.tsx';
import type { FormScope } from './form-scope.ts';

interface PartProps {
  readonly form: FormScope;
}

const POINTER = `/${POLICY}`;
const LIST_MEMBERS = {
  parties: { first: 'identifier', rest: 'entitlement' },
  roots: { first: 'serial_number', rest: 'issuer_dn' },
} as const;
const ADDRESSED = ['parties', 'roots', 'description', 'info_url', 'id', 'authority'].map(
  (name) => `${POINTER}/${name}`,
);

export function AudienceSection({ form }: PartProps): JSX.Element {
  const said = policyFormTexts();
  const audience = audienceOf(form.document);
  const hasPolicy = form.document[POLICY] !== undefined;
  const choose = (next: string): void => {
    const chosen = audiences.find((one) => one === next);
    form.edit((document) => withAudience(document, chosen, newKey()), POINTER);
  };
  return (
    <fieldset>
      <legend>{configurationFormTexts().disclosurePolicy}</legend>
      <p class="help">{said.audienceHelp}</p>
      <Select
        label={said.audience}
        name={POINTER}
        value={audience ?? ''}
        error={form.errorAt(POINTER, hasPolicy ? ADDRESSED : [])}
        options={[
          { value: '', text: said.noPolicy },
          ...audiences.map((one) => ({ value: one, text: said.audienceIs(one) })),
        ]}
        onChange={choose}
      />
      {hasPolicy ? <PolicyFields form={form} audience={audience} /> : null}
    </fieldset>
  );
}

function PolicyFields({ form, audience }: PartProps & { readonly audience: Audience | undefined }): JSX.Element {
  const said = policyFormTexts();
  return (
    <>
      {audience === undefined || audience === 'anyone' ? null : (
        <EntriesField
          key={audience}
          form={form}
          place={[POLICY, audience]}
          members={LIST_MEMBERS[audience]}
          label={said.listOf(audience)}
          help={said.listHelp(audience)}
        />
      )}
      <div class="filters">
        <DescribedField form={form} place={[POLICY, 'description']} label={said.inWords} help={said.inWordsHelp} />
        <DescribedField form={form} place={[POLICY, 'info_url']} label={said.page} />
        <DescribedField form={form} place={[POLICY, 'authority']} label={said.authority} />
        <DescribedField form={form} place={[POLICY, 'id']} label={said.policyId} help={said.policyIdHelp} required />
      </div>
    </>
  );
}
