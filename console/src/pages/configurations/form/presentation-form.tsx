/** The form of a presentation configuration. */
import type { JSX } from 'preact';
import { Button } from '../../../parts/button.tsx';
import { Field, Select } from '../../../parts/field.tsx';
import { language } from '../../../state/settings.ts';
import { presentationFormTexts } from '../../../text/presentation-form.ts';
import type { Listed } from '../configuration-kinds.ts';
import { DescribedField } from './described-field.tsx';
import { valueIn } from './document.ts';
import type { FormScope } from './form-scope.ts';
import { IdField } from './general-section.tsx';
import { languageName } from './language-names.ts';
import {
  addCredential,
  choiceOf,
  purposesOf,
  queriedCredentials,
  removeCredential,
  setChoice,
  setPrivacyPolicy,
  setPurpose,
} from './query.ts';
import { CredentialQueryFields } from './query-fields.tsx';
import { typeOptions } from './type-options.ts';
import { useFocusNext } from './use-focus-next.ts';

export interface PresentationFormProps {
  readonly form: FormScope;
  /** The tenant's credentials. */
  readonly issued: readonly Listed[];
}

export function PresentationForm({ form, issued }: PresentationFormProps): JSX.Element {
  return (
    <>
      <AskedSection form={form} issued={issued} />
      <PurposeSection form={form} />
      <RulesSection form={form} />
    </>
  );
}

function AskedSection({ form, issued }: PresentationFormProps): JSX.Element {
  const said = presentationFormTexts();
  const { container, focusNext } = useFocusNext<HTMLFieldSetElement>();
  const queries = queriedCredentials(form.document);
  const pointer = '/dcql_query/credentials';
  const add = (): void => {
    focusNext(`:scope > [data-row="${queries.length}"] select`);
    form.edit((document) => addCredential(document, issued[0], typeOptions()), pointer);
  };
  const remove = (index: number): void => {
    focusNext(':scope > .button');
    form.edit((document) => removeCredential(document, index), pointer);
  };
  const missing = queries.length === 0 ? form.errorAt(pointer) : undefined;
  return (
    <fieldset ref={container}>
      <legend>{said.asked}</legend>
      <IdField form={form} />
      {queries.map((query, index) => (
        <CredentialQueryFields
          key={index}
          form={form}
          issued={issued}
          query={query}
          index={index}
          onRemove={() => remove(index)}
        />
      ))}
      {queries.length > 1 ? <Choice form={form} /> : null}
      {missing === undefined ? null : <p class="error">{missing}</p>}
      <Button name={pointer} onClick={add}>
        {said.addCredential}
      </Button>
    </fieldset>
  );
}

function Choice({ form }: { readonly form: FormScope }): JSX.Element {
  const said = presentationFormTexts();
  const choice = choiceOf(form.document);
  const options = (['all', 'one', 'other'] as const).filter((one) => one !== 'other' || choice === 'other');
  return (
    <Select
      label={said.needed}
      name="/dcql_query/credential_sets"
      value={choice}
      error={form.errorAt('/dcql_query/credential_sets')}
      options={options.map((value) => ({ value, text: said.choice(value) }))}
      onChange={(next) =>
        form.edit(
          (document) => (next === 'all' || next === 'one' ? setChoice(document, next) : document),
          '/dcql_query/credential_sets',
        )
      }
    />
  );
}

function PurposeSection({ form }: { readonly form: FormScope }): JSX.Element {
  const said = presentationFormTexts();
  const purposes = purposesOf(form.document);
  const locales = [...new Set(['en', 'de', ...purposes.map(({ locale }) => String(locale ?? ''))])];
  const policy = valueIn(form.document, ['registrationCert', 'body', 'privacy_policy']);
  const pointer = '/registrationCert/body/privacy_policy';
  return (
    <fieldset>
      <legend>{said.purpose}</legend>
      <p class="help">{said.purposeHelp}</p>
      <div class="filters">
        {locales.map((locale) => (
          <Field
            key={locale}
            label={said.purposeIn(languageName(locale, language.value))}
            {...(locale === locales[0]
              ? { name: '/registrationCert', error: form.errorAt('/registrationCert', [pointer]) }
              : {})}
            value={String(purposes.find((one) => one.locale === locale)?.name ?? '')}
            onInput={(next) => form.edit((document) => setPurpose(document, locale, next), '/registrationCert')}
          />
        ))}
        <Field
          label={said.policy}
          type="url"
          name={pointer}
          value={typeof policy === 'string' ? policy : ''}
          error={form.errorAt(pointer)}
          onInput={(next) => form.edit((document) => setPrivacyPolicy(document, next), pointer)}
        />
      </div>
    </fieldset>
  );
}

function RulesSection({ form }: { readonly form: FormScope }): JSX.Element {
  const said = presentationFormTexts();
  const { webhook } = form.document;
  const isObject = typeof webhook === 'object' && webhook !== null;
  return (
    <fieldset>
      <legend>{said.rules}</legend>
      <div class="filters">
        <DescribedField
          form={form}
          place={isObject ? ['webhook', 'url'] : ['webhook']}
          label={said.webhook}
          help={said.webhookHelp}
        />
        {(
          [
            'retention',
            'statusCheck',
            'statusUnreachable',
            'issuerName',
            'age_over',
            'transactionBinding',
            'release',
          ] as const
        ).map((name) => (
          <DescribedField
            key={name}
            form={form}
            place={[name]}
            label={said[name]}
            optionText={(value) => said.option(name, value)}
          />
        ))}
        <DescribedField form={form} place={['keys']} label={said.keys} help={said.keysHelp} />
      </div>
      <DescribedField form={form} place={['raw']} label={said.raw} help={said.rawHelp} />
      <DescribedField
        form={form}
        place={['redirectOrigins']}
        label={said.redirectOrigins}
        help={said.redirectOriginsHelp}
      />
      <DescribedField form={form} place={['origins']} label={said.origins} help={said.originsHelp} />
    </fieldset>
  );
}
