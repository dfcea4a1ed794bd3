/** The document that is edited: as a form or as JSON, its errors, and storing it. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Differences } from '../../parts/differences.tsx';
import { Notice } from '../../parts/failure.tsx';
import { Section } from '../../parts/page.tsx';
import { isRecord } from '../../parts/records.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { address, setQuery } from '../../state/address.ts';
import { configurationFormTexts } from '../../text/configuration-form.ts';
import { configurationTexts } from '../../text/configurations.ts';
import { completionsAt } from './completions.ts';
import { DeleteConfiguration } from './delete-configuration.tsx';
import type { DocumentSectionProps } from './document-props.ts';
import { EditorField } from './editor-field.tsx';
import { FormTab } from './form-tab.tsx';
import { Mistakes } from './mistakes.tsx';
import { StoreResult } from './store-result.tsx';

export function DocumentSection(props: DocumentSectionProps): JSX.Element {
  const { kind, listed, stored, review, save } = props;
  const said = configurationFormTexts();
  const { tried, ask, confirm, cancel, asking, summary } = useStoring(props);
  const goTo = useRef<(offset: number) => void>(() => undefined);
  const [wanted, setWanted] = useState<number>();
  const { view, ...query } = address.value.query;
  const openJson = (offset?: number): void => {
    setWanted(offset);
    setQuery({ ...query, view: 'json' });
  };
  const json = () => (
    <JsonTab
      {...props}
      onReady={(go) => {
        goTo.current = go;
        if (wanted !== undefined) go(wanted);
        setWanted(undefined);
      }}
      onGoTo={(offset) => goTo.current(offset)}
    />
  );
  const form = () =>
    isRecord(review.value) ? (
      <FormTab {...props} value={review.value} tried={tried} summary={summary} onOpenJson={openJson} />
    ) : (
      <Notice kind="warning">
        <p>{said.noForm}</p>
        <Button onClick={() => openJson(review.mistakes[0]?.from)}>{said.toJson}</Button>
      </Notice>
    );
  return (
    <Section title={configurationTexts().document}>
      <Tabs
        label={said.view}
        selected={view === 'json' ? 'json' : 'form'}
        onSelect={(next) => setQuery({ ...query, view: next === 'json' ? next : undefined })}
        tabs={[
          { id: 'form', title: said.form, content: form },
          { id: 'json', title: said.json, content: json },
        ]}
      />
      <div class="actions">
        <Button kind="main" busy={save.busy} disabled={review.value === undefined} onClick={ask}>
          {said.store}
        </Button>
        {listed?.source === 'api' ? (
          <DeleteConfiguration
            kind={kind}
            id={listed.id}
            hasPolicy={isRecord(stored) && stored.disclosure_policy !== undefined}
            onDeleted={props.onChanged}
          />
        ) : null}
      </div>
      <ConfirmDialog
        open={asking}
        title={said.storeTitle(listed?.id ?? '')}
        confirm={said.store}
        busy={save.busy}
        onConfirm={confirm}
        onCancel={cancel}
      >
        <p>{said.storeHelp}</p>
        <Differences before={stored} after={review.value} />
      </ConfirmDialog>
      <StoreResult kind={kind} id={listed?.id} value={review.value} save={save} />
    </Section>
  );
}

interface Storing {
  /** Somebody has tried to store the document: from now on every error is shown. */
  readonly tried: boolean;
  readonly asking: boolean;
  /** Counts the attempts that ended at an error: each moves the focus to the summary. */
  readonly summary: number;
  readonly ask: () => void;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

/** What replaces a stored document is shown before it is stored. */
function useStoring({ stored, review, save }: DocumentSectionProps): Storing {
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const [summary, setSummary] = useState(0);
  useEffect(() => {
    if (save.refused.length > 0) setSummary((before) => before + 1);
  }, [save.problem]);
  const store = async (): Promise<void> => {
    await save.store(review.value);
    setAsking(false);
  };
  const ask = (): void => {
    setTried(true);
    if (review.mistakes.some(({ what }) => 'rule' in what)) setSummary((before) => before + 1);
    else if (stored !== undefined && JSON.stringify(stored) !== JSON.stringify(review.value)) setAsking(true);
    else void store();
  };
  return { tried, asking, summary, ask, confirm: () => void store(), cancel: () => setAsking(false) };
}

interface JsonTabProps extends DocumentSectionProps {
  readonly onReady: (goTo: (offset: number) => void) => void;
  readonly onGoTo: (offset: number) => void;
}

function JsonTab(props: JsonTabProps): JSX.Element {
  const { text, version, schema, review, marks, save, onText, onReady, onGoTo } = props;
  return (
    <>
      <EditorField
        text={text}
        version={version}
        label={configurationTexts().editorLabel}
        marks={marks}
        onChange={(next) => {
          onText(next);
          save.forget();
        }}
        complete={(whole, offset) => completionsAt(schema ?? {}, whole, offset)}
        onReady={onReady}
      />
      <Mistakes mistakes={review.mistakes} onGoTo={onGoTo} />
    </>
  );
}
