/** Adds an entity to a published list, or replaces one: its description as JSON, and the certificates of each service. */
import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import { AddForm, type FormParts } from '../../parts/add-form.tsx';
import { DraftField } from '../../parts/draft-field.tsx';
import { PemField } from '../../parts/text-or-file.tsx';
import { hostedListTexts } from '../../text/hosted-lists.ts';
import {
  EMPTY_ENTITY,
  type EntityDraft,
  entityBodyOf,
  entityDraftOf,
  type HostedEntity,
  type HostedListAnswer,
  hostedListPath,
  purposesOf,
} from './hosted-draft.ts';
import { firstOf } from './hosted-list-form.tsx';
import { usePublishQuestion } from './publish-dialog.tsx';

export interface HostedEntityFormProps {
  readonly list: Pick<HostedListAnswer, 'id' | 'revision'>;
  /** The entity that is changed; undefined: a new one. */
  readonly entity: HostedEntity | undefined;
  readonly onPublished: () => Promise<void>;
}

export function HostedEntityForm({ list, entity, onPublished }: HostedEntityFormProps): JSX.Element {
  const said = hostedListTexts();
  const { ask, dialog } = usePublishQuestion();
  const start = entity === undefined ? EMPTY_ENTITY : entityDraftOf(entity);
  const publish = async (draft: EntityDraft): Promise<undefined> => {
    const body = entityBodyOf(draft) ?? {};
    const before = entity === undefined ? {} : (entityBodyOf(start) ?? {});
    if (!(await ask(before, body))) return undefined;
    await call('POST', `${hostedListPath(list.id)}/entities`, { body: { ...body, revision: list.revision } });
    await onPublished();
    return undefined;
  };
  return (
    <>
      <AddForm
        title={entity === undefined ? said.addEntity : said.changeOf(entity.id)}
        submit={said.review}
        start={start}
        next={(draft) => draft}
        open={entity !== undefined}
        mistakes={(draft): Record<string, string> =>
          entityBodyOf(draft) === undefined ? { '/entity': said.noJson } : {}
        }
        onAdd={publish}
      >
        {(form) => <EntityFields form={form} isNew={entity === undefined} />}
      </AddForm>
      {dialog}
    </>
  );
}

interface EntityFieldsProps {
  readonly form: FormParts<EntityDraft>;
  readonly isNew: boolean;
}

function EntityFields({ form, isNew }: EntityFieldsProps): JSX.Element {
  const said = hostedListTexts();
  const { draft, edit, at } = form;
  const purposes = purposesOf(draft);
  const ofServices = purposes.flatMap((_, index) =>
    ['purpose', 'name', 'status', 'addresses'].map((member) => `services/${index}/${member}`),
  );
  const members = ['name', 'tradeName', 'addresses', 'contacts', 'information', ...ofServices];
  return (
    <>
      {isNew ? <DraftField form={form} member="id" label={said.entityId} help={said.entityIdHelp} required /> : null}
      <DraftField
        form={{ ...form, at: (pointer) => at(pointer) ?? firstOf(at, members) }}
        member="entity"
        label={said.entityJson}
        help={said.entityJsonHelp}
        required
        rows={12}
      />
      {purposes.map((purpose, index) => (
        <PemField
          key={index}
          label={said.certificatesOf(index + 1, said.purpose(purpose))}
          value={draft.pems[index] ?? ''}
          onInput={(pem) =>
            edit({ pems: purposes.map((_, other) => (other === index ? pem : (draft.pems[other] ?? ''))) })
          }
          error={at(`/services/${index}/certificates`)}
        />
      ))}
    </>
  );
}
