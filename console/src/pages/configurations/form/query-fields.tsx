/** One requested credential: its type, its claims by ticking them, and whom to trust for it. */
import type { JSX } from 'preact';
import { Button } from '../../../parts/button.tsx';
import { Check, Select } from '../../../parts/field.tsx';
import { nameOf } from '../../../parts/flow/configuration.ts';
import { language } from '../../../state/settings.ts';
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import { presentationFormTexts } from '../../../text/presentation-form.ts';
import type { Listed } from '../configuration-kinds.ts';
import { type Format, formatOf, typeLines } from '../credential-format.ts';
import { titleOf } from './claim-field.ts';
import type { Document } from './document.ts';
import type { FormScope } from './form-scope.ts';
import { formatOptions } from './format-options.ts';
import { LinesField } from './lines-field.tsx';
import * as queries from './query.ts';
import { typeOptions } from './type-options.ts';

interface QueryProps {
  readonly form: FormScope;
  readonly issued: readonly Listed[];
  readonly query: Document;
  readonly index: number;
}

const OTHER = '';

export function CredentialQueryFields(props: QueryProps & { readonly onRemove: () => void }): JSX.Element {
  const { form, issued, query, index, onRemove } = props;
  const said = presentationFormTexts();
  const found = queries.issuedFor(query, issued, typeOptions());
  const pointer = `/dcql_query/credentials/${index}`;
  const name = found === undefined ? String(query.id) : nameOf(found, language.value);
  const choose = (id: string): void => {
    const chosen = issued.find((one) => one.id === id);
    const type =
      chosen === undefined
        ? { format: 'dc+sd-jwt', meta: { vct_values: [] } }
        : queries.typeOfIssued(chosen, typeOptions());
    form.edit((document) => queries.setCredentialType(document, index, type), pointer);
  };
  const claims = `${pointer}/claims`;
  return (
    <fieldset class="field-row" data-row={index}>
      <legend>{said.credential(index + 1, name)}</legend>
      <Select
        label={said.type}
        name={pointer}
        value={found?.id ?? OTHER}
        error={form.errorAt(pointer, [claims, `${pointer}/trusted_authorities`])}
        options={[
          ...issued.map((one) => ({ value: one.id, text: nameOf(one, language.value) })),
          { value: OTHER, text: said.otherType },
        ]}
        onChange={choose}
      />
      {found === undefined ? <OtherType {...props} /> : <IssuedClaims {...props} found={found} />}
      <Trust {...props} />
      <div class="actions">
        <Button label={said.removeOf(name)} onClick={onRemove}>
          {said.remove}
        </Button>
      </div>
    </fieldset>
  );
}

function IssuedClaims({ form, query, index, found }: QueryProps & { readonly found: Listed }): JSX.Element {
  const said = presentationFormTexts();
  const pointer = `/dcql_query/credentials/${index}/claims`;
  const fields = queries.askableFields(found);
  const known = fields.map(({ path }) => JSON.stringify(path));
  const others = queries.askedPaths(query).filter((path) => !known.includes(JSON.stringify(path)));
  const rows = [
    ...fields.map((field) => ({ path: field.path as queries.QueryPath, label: labelOf(field) })),
    ...others.map((path) => ({ path, label: queries.pathText(path) })),
  ];
  const error = form.errorAt(pointer);
  return (
    <fieldset>
      <legend>{said.claims}</legend>
      <p class="help">{said.claimsHelp}</p>
      {rows.map(({ path, label }, row) => (
        <Check
          key={JSON.stringify(path)}
          label={label}
          checked={queries.isAsked(query, path)}
          {...(row === 0 ? { name: pointer, error } : {})}
          onChange={(asked) => form.edit((document) => queries.ask(document, index, path, asked), pointer)}
        />
      ))}
    </fieldset>
  );
}

/** A part of a group is named with the group. */
function labelOf(field: Parameters<typeof titleOf>[0]): string {
  const title = titleOf(field);
  return field.disclosable === undefined || field.path.length < 2
    ? title
    : `${field.path.slice(0, -1).join(' / ')}: ${title}`;
}

/** A type that the tenant doesn't issue. */
function OtherType({ form, query, index }: QueryProps): JSX.Element {
  const said = presentationFormTexts();
  const pointer = `/dcql_query/credentials/${index}`;
  const format = formatOf({ config: query });
  const setType = (next: Format, typed: readonly string[]): void => {
    const type = { format: next, meta: queries.metaOf(next, typed) };
    form.edit((document) => queries.setCredentialType(document, index, type), pointer);
  };
  const lines = typeLines(query);
  const labels = { 'dc+sd-jwt': said.vct, mso_mdoc: said.doctype, jwt_vc_json: configurationFormTexts().types };
  return (
    <>
      <div class="filters">
        <Select
          label={said.format}
          value={format}
          options={formatOptions}
          onChange={(next) => setType(next as Format, lines)}
        />
        <LinesField label={labels[format]} value={lines} onLines={(typed) => setType(format, typed)} />
      </div>
      <LinesField
        label={said.claims}
        help={said.pathsHelp}
        name={`${pointer}/claims`}
        error={form.errorAt(`${pointer}/claims`)}
        value={queries.askedPaths(query).map(queries.pathText)}
        onLines={(typed) =>
          form.edit((document) => queries.setPaths(document, index, typed.map(queries.pathOfText)), `${pointer}/claims`)
        }
      />
    </>
  );
}

function Trust({ form, query, index }: QueryProps): JSX.Element {
  const said = presentationFormTexts();
  const pointer = `/dcql_query/credentials/${index}/trusted_authorities`;
  const types = ['etsi_tl', 'aki'] as const;
  return (
    <details open={query.trusted_authorities !== undefined}>
      <summary>{said.trust}</summary>
      <p class="help">{said.trustHelp}</p>
      {types.map((type, row) => (
        <LinesField
          key={type}
          label={said.authority(type)}
          {...(row === 0 ? { name: pointer, error: form.errorAt(pointer) } : {})}
          value={queries.authoritiesOf(query, type)}
          onLines={(values) => form.edit((document) => queries.setAuthorities(document, index, type, values), pointer)}
        />
      ))}
    </details>
  );
}
