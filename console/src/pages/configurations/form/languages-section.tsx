/** The credential's name in each language, and its appearance. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { Select } from '../../../parts/field.tsx';
import { language } from '../../../state/settings.ts';
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import { Appearance } from './appearance.tsx';
import { DescribedField } from './described-field.tsx';
import type { FormScope } from './form-scope.ts';
import { languageName, offeredLanguages } from './language-names.ts';
import { addLanguage, areShared, displayEntries, displayPlace, removeLanguage } from './languages.ts';
import { useFocusNext } from './use-focus-next.ts';

export function LanguagesSection({ form }: { readonly form: FormScope }): JSX.Element {
  const said = configurationFormTexts();
  const entries = displayEntries(form.document);
  const place = displayPlace(form.document);
  const all = entries.map((_, index) => index);
  const shared = areShared(form.document);
  const { container, focusNext } = useFocusNext<HTMLFieldSetElement>();
  const remove = (locale: string): void => {
    focusNext('[name="new-language"]');
    form.edit((document) => removeLanguage(document, locale), '');
  };
  return (
    <fieldset ref={container}>
      <legend>{said.languages}</legend>
      <p class="help">{said.languagesHelp}</p>
      {entries.map(({ locale }, index) => {
        const tag = typeof locale === 'string' ? locale : '';
        const name = tag === '' ? said.anyLanguage : languageName(tag, language.value);
        return (
          <div class="form-entry" key={index}>
            <div class="filters">
              <DescribedField form={form} place={[...place, index, 'name']} label={said.nameIn(name)} required />
              <DescribedField form={form} place={[...place, index, 'description']} label={said.descriptionIn(name)} />
            </div>
            {shared ? null : <Appearance form={form} entries={[index]} />}
            {entries.length < 2 ? null : (
              <Button label={said.removeLanguageOf(name)} onClick={() => remove(tag)}>
                {said.removeLanguage}
              </Button>
            )}
          </div>
        );
      })}
      <NewLanguage
        form={form}
        onAdd={(tag) => {
          focusNext(`[name="/${[...place, entries.length, 'name'].join('/')}"]`);
          form.edit((document) => addLanguage(document, tag), '');
        }}
      />
      {shared && entries.length > 0 ? <Appearance form={form} entries={all} /> : null}
    </fieldset>
  );
}

interface NewLanguageProps {
  readonly form: FormScope;
  readonly onAdd: (tag: string) => void;
}

function NewLanguage({ form, onAdd }: NewLanguageProps): JSX.Element {
  const said = configurationFormTexts();
  const [chosen, setChosen] = useState<string>();
  const present = displayEntries(form.document).map(({ locale }) => String(locale));
  const options = offeredLanguages(present, language.value);
  const tag = options.find(({ value }) => value === chosen)?.value ?? options[0]?.value ?? '';
  return (
    <div class="filters">
      <Select label={said.newLanguage} name="new-language" value={tag} options={options} onChange={setChosen} />
      <p class="actions">
        <Button onClick={() => onAdd(tag)}>{said.addLanguage}</Button>
      </p>
    </div>
  );
}
