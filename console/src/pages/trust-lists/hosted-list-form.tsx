/** Creates a published list, or replaces its scheme. */
import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import { AddForm } from '../../parts/add-form.tsx';
import { DraftField } from '../../parts/draft-field.tsx';
import { hostedListTexts } from '../../text/hosted-lists.ts';
import {
  EMPTY_SCHEME,
  type HostedListAnswer,
  hostedListPath,
  type SchemeDraft,
  schemeBodyOf,
  schemeDraftOf,
} from './hosted-draft.ts';
import { usePublishQuestion } from './publish-dialog.tsx';

export interface HostedListFormProps {
  /** The list that is changed; undefined: a new one. */
  readonly list: HostedListAnswer | undefined;
  readonly onPublished: (id: string) => Promise<void>;
}

/** Members of the body that are in the text. */
const MEMBERS = ['list', 'operator', 'name', 'information', 'policy', 'updateInterval', 'nextSigners'] as const;
const OF_OTHERS = ['issuance', 'revocation', 'approach', 'rules', 'territory', 'revision'] as const;

export function HostedListForm({ list, onPublished }: HostedListFormProps): JSX.Element {
  const said = hostedListTexts();
  const { ask, dialog } = usePublishQuestion();
  const publish = async (draft: SchemeDraft): Promise<undefined> => {
    const body = schemeBodyOf(draft) ?? {};
    if (!(await ask(list?.scheme ?? {}, body))) return undefined;
    const id = list?.id ?? draft.id.trim();
    const revision = list?.revision ?? 0;
    await call('POST', hostedListPath(id), { body: { ...body, revision } });
    await onPublished(id);
    return undefined;
  };
  return (
    <>
      <AddForm
        title={list === undefined ? said.create : said.changeOf(list.id)}
        submit={said.review}
        start={list === undefined ? EMPTY_SCHEME : schemeDraftOf(list)}
        next={(draft) => draft}
        open={list !== undefined}
        mistakes={(draft): Record<string, string> =>
          schemeBodyOf(draft) === undefined ? { '/scheme': said.noJson } : {}
        }
        onAdd={publish}
      >
        {(form) => (
          <>
            {list === undefined ? (
              <DraftField form={form} member="id" label={said.id} help={said.idHelp} required />
            ) : null}
            <DraftField
              form={{ ...form, at: (at) => form.at(at) ?? firstOf(form.at, [...MEMBERS, ...OF_OTHERS]) }}
              member="scheme"
              label={said.scheme}
              help={said.schemeHelp}
              required
              rows={12}
            />
          </>
        )}
      </AddForm>
      {dialog}
    </>
  );
}

/** What is wrong in the first of these members, with its name. */
export function firstOf(at: (pointer: string) => string | undefined, members: readonly string[]): string | undefined {
  const found = members.find((member) => at(`/${member}`) !== undefined);
  return found === undefined ? undefined : `${found}: ${at(`/${found}`)}`;
}
