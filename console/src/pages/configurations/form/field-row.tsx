/** One field of a credential: labels, type, name, and how it is disclosed. */
import type { JSX } from 'preact';
import { Button } from '../../../parts/button.tsx';
import { Check, Field, Select } from '../../../parts/field.tsx';
import { language } from '../../../state/settings.ts';
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import { type ClaimField, type ClaimPath, type FieldType, fieldTypes, pointersOf, titleOf } from './claim-field.ts';
import { isUnnamed, namedAfterLabel, setDisclosable, setMandatory, setName, setType } from './edit-fields.ts';
import { type FormScope, pointerOf } from './form-scope.ts';
import { languageName } from './language-names.ts';
import { languagesOf } from './languages.ts';
import { NameField } from './name-field.tsx';

interface FieldRowProps {
  readonly form: FormScope;
  readonly field: ClaimField;
  readonly index: number;
  readonly last: number;
  readonly numbers: string;
  /** The list of the fields in it. */
  readonly inner: (at: ClaimPath, numbers: string, name: string) => JSX.Element;
  readonly onRemove: () => void;
  readonly onMove: (by: -1 | 1) => void;
}

export function FieldRow({ form, field, index, last, numbers, inner, onRemove, onMove }: FieldRowProps): JSX.Element {
  const said = configurationFormTexts();
  const { path, type, itemType } = field;
  const name = titleOf(field);
  const within = field.fields.flatMap((one) => pointersOf(form.document, one));
  const error = pointersOf(form.document, field)
    .map((pointer) => form.errorAt(pointer, within))
    .find((one) => one !== undefined);
  return (
    <fieldset class="field-row" data-row={index}>
      <legend>{said.field(numbers, name)}</legend>
      <div class="filters">
        <Labels form={form} field={field} />
        <TypeSelect form={form} path={path} type={type} label={said.type} />
        {itemType === undefined ? null : (
          <TypeSelect form={form} path={[...path, null]} type={itemType} label={said.itemType} />
        )}
        <NameField form={form} path={path} label={said.claim} error={error} />
      </div>
      <Disclosure form={form} field={field} />
      {type === 'group' ? inner(path, `${numbers}.`, name) : null}
      {itemType === 'group' ? inner([...path, null], `${numbers}.`, name) : null}
      <div class="actions">
        <Button label={said.upOf(name)} disabled={index === 0} onClick={() => onMove(-1)}>
          {said.up}
        </Button>
        <Button label={said.downOf(name)} disabled={index === last} onClick={() => onMove(1)}>
          {said.down}
        </Button>
        <Button label={said.removeOf(name)} onClick={onRemove}>
          {said.remove}
        </Button>
      </div>
    </fieldset>
  );
}

interface PartProps {
  readonly form: FormScope;
  readonly field: ClaimField;
}

function Labels({ form, field }: PartProps): JSX.Element {
  const said = configurationFormTexts();
  const { path, names } = field;
  const locales = languagesOf(form.document);
  const fallback = locales.length === 0 ? [''] : locales;
  return (
    <>
      {fallback.map((locale, index) => {
        const value = names[locale] ?? '';
        const rename = (): void => {
          if (isUnnamed(path)) form.edit((document) => namedAfterLabel(document, path, value), '');
        };
        return (
          <Field
            key={locale}
            label={locale === '' ? said.labelOnly : said.label(languageName(locale, language.value))}
            value={value}
            onInput={(next) => form.edit((document) => setName(document, path, locale, next), '')}
            {...(index === 0 ? { onLeave: rename } : {})}
          />
        );
      })}
    </>
  );
}

interface TypeProps {
  readonly form: FormScope;
  readonly path: ClaimPath;
  readonly type: FieldType;
  readonly label: string;
}

function TypeSelect({ form, path, type, label }: TypeProps): JSX.Element {
  const said = configurationFormTexts();
  const options = fieldTypes
    .filter((one) => one === type || (one !== 'other' && !(path.at(-1) === null && one === 'list')))
    .map((one) => ({ value: one, text: said.typeOf(one) }));
  return (
    <Select
      label={label}
      value={type}
      options={options}
      onChange={(next) => form.edit((document) => setType(document, path, next as FieldType), pointerOf([]))}
    />
  );
}

function Disclosure({ form, field }: PartProps): JSX.Element {
  const said = configurationFormTexts();
  const { path, mandatory, disclosable } = field;
  return (
    <>
      <Check
        label={said.mandatory}
        checked={mandatory}
        onChange={(next) => form.edit((document) => setMandatory(document, path, next), '')}
      />
      {disclosable === undefined ? null : (
        <Check
          label={said.disclosable}
          checked={disclosable}
          onChange={(next) => form.edit((document) => setDisclosable(document, path, next), '')}
        />
      )}
    </>
  );
}
