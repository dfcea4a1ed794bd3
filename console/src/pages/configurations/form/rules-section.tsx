/** How long a credential is valid, and how it is issued. */
import type { JSX } from 'preact';
import { Check, Field, Select } from '../../../parts/field.tsx';
import { recordOf } from '../../../parts/records.ts';
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import type { Listed } from '../configuration-kinds.ts';
import { DescribedField } from './described-field.tsx';
import { type Document, type Place, valueIn, withValue } from './document.ts';
import { DurationField } from './duration-field.tsx';
import type { FormScope } from './form-scope.ts';

interface RulesSectionProps {
  readonly form: FormScope;
  /** The presentations that may be required first. */
  readonly presentations: readonly Listed[];
}

export function RulesSection({ form, presentations }: RulesSectionProps): JSX.Element {
  const said = configurationFormTexts();
  const { document } = form;
  const toggles = ['short_lived', 'revocation_chaining', 'wallet_initiated', 'sign_in'] as const;
  return (
    <fieldset>
      <legend>{said.rules}</legend>
      <div class="filters">
        <DurationField form={form} place={['lifetime']} label={said.lifetime} />
        <BatchField form={form} />
      </div>
      {toggles.map((name) => (
        <DescribedField key={name} form={form} place={[name]} label={said[name]} />
      ))}
      <Check
        label={said.refresh}
        checked={document.refresh !== undefined}
        onChange={(on) => form.edit((before) => withValue(before, ['refresh'], on ? {} : undefined), '/refresh')}
      />
      <OneActive form={form} />
      <div class="filters">
        {document.refresh === undefined ? null : (
          <DurationField form={form} place={['refresh', 'lifetime']} label={said.refreshLifetime} />
        )}
        <Required form={form} presentations={presentations} />
        <DescribedField
          form={form}
          place={['attribute_provider']}
          label={said.attributeProvider}
          help={said.attributeProviderHelp}
        />
        <DescribedField form={form} place={['keys']} label={said.keys} help={said.keysHelp} />
      </div>
    </fieldset>
  );
}

function OneActive({ form }: { readonly form: FormScope }): JSX.Element {
  const said = configurationFormTexts();
  const isOn = form.document.one_active !== undefined;
  return (
    <>
      <Check
        label={said.oneActive}
        checked={isOn}
        onChange={(on) =>
          form.edit((before) => withValue(before, ['one_active'], on ? { subject: [] } : undefined), '/one_active')
        }
      />
      {isOn ? (
        <div class="filters">
          <DescribedField form={form} place={['one_active', 'subject']} label={said.subject} help={said.subjectHelp} />
          <DescribedField
            form={form}
            place={['one_active', 'revoke']}
            label={said.revokeOlder}
            optionText={(value) => said.revokeOlderWhen(value)}
          />
        </div>
      ) : null}
    </>
  );
}

function Required({ form, presentations }: RulesSectionProps): JSX.Element {
  const said = configurationFormTexts();
  const place = ['presentation_during_issuance', 'type'];
  const type = valueIn(form.document, place);
  const value = typeof type === 'string' ? type : '';
  const ids = [...new Set([...(value === '' ? [] : [value]), ...presentations.map(({ id }) => id)])];
  const set = (document: Document, next: string): Document =>
    next === '' ? withValue(document, ['presentation_during_issuance'], undefined) : withValue(document, place, next);
  return (
    <Select
      label={said.presentation}
      name="/presentation_during_issuance"
      value={value}
      error={form.errorAt('/presentation_during_issuance')}
      options={[{ value: '', text: said.none }, ...ids.map((id) => ({ value: id, text: id }))]}
      onChange={(next) => form.edit((document) => set(document, next), '/presentation_during_issuance')}
    />
  );
}

const POLICY: Place = ['config', 'credential_metadata', 'credential_reuse_policy'];
const POINTER = `/${POLICY.join('/')}`;

/** The batch size of a reuse policy (ETSI TS 119 472-3): without more rules, each credential is used once. */
export function withBatch(document: Document, typed: string): Document {
  if (typed.trim() === '') return withValue(document, POLICY, undefined);
  const size = /^\d+$/.test(typed.trim()) ? Number(typed) : typed;
  if (valueIn(document, POLICY) !== undefined)
    return withValue(document, [...POLICY, 'options', 0, 'batch_size'], size);
  const option = { details: ['once_only'], batch_size: size, reissue_trigger_unused: 1 };
  return withValue(document, POLICY, { id: 'arf_annex_ii', options: [option] });
}

function BatchField({ form }: { readonly form: FormScope }): JSX.Element {
  const said = configurationFormTexts();
  const policy = recordOf(valueIn(form.document, [...POLICY, 'options', 0]));
  return (
    <Field
      label={said.batch}
      help={said.batchHelp}
      name={POINTER}
      inputMode="numeric"
      value={policy.batch_size === undefined ? '' : String(policy.batch_size)}
      error={form.errorAt(POINTER)}
      onInput={(typed) => form.edit((document) => withBatch(document, typed), POINTER)}
    />
  );
}
