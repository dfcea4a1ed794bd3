/** The editor of one configuration, next to its preview, its dry run and its comparison. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Badge } from '../../parts/badge.tsx';
import { Differences } from '../../parts/differences.tsx';
import { Notice } from '../../parts/failure.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { recordOf } from '../../parts/records.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { address } from '../../state/address.ts';
import { hasRole } from '../../state/session.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { configurationTexts } from '../../text/configurations.ts';
import type { ConfigurationKind, Configurations, Listed } from './configuration-kinds.ts';
import { DocumentSection } from './document-section.tsx';
import { DryRunView } from './dry-run-view.tsx';
import type { Schema } from './json-schema.ts';
import { mistakeText } from './mistakes.tsx';
import { CredentialView, QuestionView } from './preview.tsx';
import { type Review, reviewText, withId, writtenOf } from './review.ts';
import { templateOf } from './templates.ts';
import { useSave } from './use-save.ts';

export interface EditorViewProps {
  readonly kind: ConfigurationKind;
  /** Undefined: a new one, from the template. */
  readonly id: string | undefined;
  readonly configurations: Configurations;
  readonly onChanged: () => Promise<void>;
}

export function EditorView(props: EditorViewProps): JSX.Element {
  const { kind, id } = props;
  const schema = useLoaded((signal) => call<Schema>('GET', `/schemas/${kind}.json`, { signal }).then(withId), [kind]);
  const { state, value } = schema.value;
  // The template of a new document is in the schema.
  return id === undefined && state === 'loading' ? <Loading /> : <Editor {...props} schema={value} />;
}

function Editor({
  kind,
  id,
  configurations,
  onChanged,
  schema,
}: EditorViewProps & { readonly schema: Schema | undefined }): JSX.Element {
  const said = configurationTexts();
  const listed = configurations[kind].find((one) => one.id === id);
  const stored = useMemo(() => (listed === undefined ? undefined : writtenOf(listed)), [listed]);
  const [text, setText] = useState(() =>
    stored === undefined ? templateOf(kind, schema, address.value.query.template) : JSON.stringify(stored, null, 2),
  );
  const save = useSave(kind, onChanged);
  const { refused } = save;
  const review = useMemo(() => reviewText(text, { schema, refused }), [text, schema, refused]);
  const valid = useLastValid(review);
  const marks = useMemo(
    () => review.mistakes.map((one) => ({ from: one.from, to: one.to, message: mistakeText(one) })),
    [review],
  );
  const [version, setVersion] = useState(0);
  useEffect(() => {
    // A document that was just stored keeps its text. The back button opens a different one.
    if (stored === undefined || recordOf(review.value).id === id) return;
    setText(JSON.stringify(stored, null, 2));
    setVersion((before) => before + 1);
  }, [id]);
  const isChanged = stored === undefined || JSON.stringify(review.value) !== JSON.stringify(stored);
  if (id !== undefined && listed === undefined) return <Unknown id={id} />;
  const canEdit = hasRole('admin');
  return (
    <>
      <p class="actions">
        <Link to="/configurations">{said.back}</Link>
        <strong>{id ?? said.begin(kind)}</strong>
        {listed === undefined ? null : <Badge>{said.sourceOf(listed.source)}</Badge>}
      </p>
      <div class="columns configuration">
        {canEdit ? (
          <DocumentSection
            kind={kind}
            listed={listed}
            stored={stored}
            configurations={configurations}
            schema={schema}
            text={text}
            version={version}
            review={review}
            marks={marks}
            save={save}
            onText={setText}
            onChanged={onChanged}
          />
        ) : (
          <Section title={said.document}>
            <p>{said.readOnly}</p>
            <JsonView value={stored} label={said.editorLabel} />
          </Section>
        )}
        <Beside
          kind={kind}
          listed={listed}
          stored={stored}
          valid={valid}
          isChanged={isChanged}
          issued={configurations.issuance}
        />
      </div>
    </>
  );
}

/** The preview stays while the text is not valid JSON. */
function useLastValid({ value }: Review): unknown {
  const last = useRef<unknown>(value);
  if (value !== undefined) last.current = value;
  return last.current;
}

interface BesideProps {
  readonly kind: ConfigurationKind;
  readonly listed: Listed | undefined;
  readonly stored: unknown;
  readonly valid: unknown;
  readonly isChanged: boolean;
  readonly issued: readonly unknown[];
}

function Beside({ kind, listed, stored, valid, isChanged, issued }: BesideProps): JSX.Element {
  const said = configurationTexts();
  const [tab, setTab] = useState('preview');
  const preview = () =>
    kind === 'issuance' ? (
      <CredentialView configuration={valid} />
    ) : (
      <QuestionView configuration={valid} issued={issued} />
    );
  return (
    <Section title={said.beside}>
      <Tabs
        label={said.beside}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'preview', title: said.preview(kind), content: preview },
          ...(listed === undefined || !hasRole('operator')
            ? []
            : [
                {
                  id: 'dry-run',
                  title: said.dryRun,
                  content: () => <DryRunView kind={kind} id={listed.id} isChanged={isChanged} />,
                },
              ]),
          ...(stored === undefined
            ? []
            : [
                {
                  id: 'compare',
                  title: said.compare,
                  content: () => (
                    <Differences
                      before={stored}
                      after={valid}
                      titles={{ before: said.stored, after: said.edited }}
                      none={said.same}
                    />
                  ),
                },
              ]),
        ]}
      />
    </Section>
  );
}

function Unknown({ id }: { readonly id: string }): JSX.Element {
  const said = configurationTexts();
  return (
    <>
      <Notice kind="alert" title={said.unknown(id)} />
      <Link to="/configurations">{said.back}</Link>
    </>
  );
}
