/** The fields of a credential: in an mdoc by namespace. */
import type { JSX } from 'preact';
import { Button } from '../../../parts/button.tsx';
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import { type ClaimPath, claimFields, fieldPlaces, isMdoc, nameSpaces } from './claim-field.ts';
import { addField, addNameSpace, moveField, removeField } from './edit-fields.ts';
import { FieldRow } from './field-row.tsx';
import type { FormScope } from './form-scope.ts';
import { NameField } from './name-field.tsx';
import { useFocusNext } from './use-focus-next.ts';

export function FieldsSection({ form }: { readonly form: FormScope }): JSX.Element {
  const said = configurationFormTexts();
  return (
    <fieldset>
      <legend>{said.fields}</legend>
      <p class="help">{said.fieldsHelp}</p>
      {isMdoc(form.document) ? (
        <NameSpaces form={form} />
      ) : (
        <FieldList form={form} at={fieldPlaces(form.document)[0] ?? []} numbers="" />
      )}
    </fieldset>
  );
}

function NameSpaces({ form }: { readonly form: FormScope }): JSX.Element {
  const said = configurationFormTexts();
  const { container, focusNext } = useFocusNext<HTMLDivElement>();
  const spaces = nameSpaces(form.document);
  const { doctype } = (form.document.config ?? {}) as { readonly doctype?: unknown };
  const first = typeof doctype === 'string' && doctype !== '' ? doctype : 'org.example';
  const add = (): void => {
    focusNext(`[data-space="${spaces.length}"] input`);
    form.edit((document) => addNameSpace(document, spaces.includes(first) ? `${first}.${spaces.length}` : first), '');
  };
  return (
    <div ref={container}>
      {spaces.map((space, index) => (
        <fieldset key={index} data-space={index}>
          <legend>{`${said.nameSpace} ${index + 1}`}</legend>
          <NameField form={form} path={[space]} label={said.nameSpace} error={undefined} />
          <FieldList form={form} at={[space]} numbers="" name={space} />
          <Button
            label={said.removeOf(space)}
            onClick={() => form.edit((document) => removeField(document, [space]), '')}
          >
            {said.remove}
          </Button>
        </fieldset>
      ))}
      <Button onClick={add}>{said.addNameSpace}</Button>
    </div>
  );
}

export interface FieldListProps {
  readonly form: FormScope;
  readonly at: ClaimPath;
  /** Numbers of the fields around, such as `2.`. */
  readonly numbers: string;
  /** Of the group, the list or the namespace. */
  readonly name?: string;
}

export function FieldList({ form, at, numbers, name }: FieldListProps): JSX.Element {
  const said = configurationFormTexts();
  const { container, focusNext } = useFocusNext<HTMLDivElement>();
  const fields = claimFields(form.document, at);
  const add = (): void => {
    focusNext(`:scope > [data-row="${fields.length}"] input`);
    form.edit((document) => addField(document, at), '');
  };
  const remove = (path: ClaimPath): void => {
    focusNext(':scope > .button');
    form.edit((document) => removeField(document, path), '');
  };
  const move = (path: ClaimPath, index: number, by: -1 | 1): void => {
    const [next, last] = [index + by, by < 0 ? 0 : fields.length - 1];
    // At the end the button that was pressed is off.
    const wanted = next === last ? -by : by;
    focusNext(`:scope > [data-row="${next}"] > .actions > :nth-child(${wanted < 0 ? 1 : 2})`);
    form.edit((document) => moveField(document, path, by), '');
  };
  return (
    <div ref={container}>
      {fields.length === 0 ? <p class="soft">{said.noFields}</p> : null}
      {fields.map((field, index) => (
        <FieldRow
          key={index}
          form={form}
          field={field}
          index={index}
          last={fields.length - 1}
          numbers={`${numbers}${index + 1}`}
          inner={(inside, places, group) => <FieldList form={form} at={inside} numbers={places} name={group} />}
          onRemove={() => remove(field.path)}
          onMove={(by) => move(field.path, index, by)}
        />
      ))}
      <Button {...(name === undefined ? {} : { label: said.addFieldTo(name) })} onClick={add}>
        {said.addField}
      </Button>
    </div>
  );
}
