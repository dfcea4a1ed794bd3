/** What became of storing the document, and what to do next. */
import type { JSX } from 'preact';
import { AskButton } from '../../parts/ask-button.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { Link } from '../../parts/link.tsx';
import { hasRole } from '../../state/session.ts';
import { configurationFormTexts } from '../../text/configuration-form.ts';
import { configurationTexts } from '../../text/configurations.ts';
import type { ConfigurationKind } from './configuration-kinds.ts';
import type { Save } from './use-save.ts';

interface StoreResultProps {
  readonly kind: ConfigurationKind;
  readonly id: string | undefined;
  /** The document in the editor. */
  readonly value: unknown;
  readonly save: Save;
}

export function StoreResult({ kind, id, value, save }: StoreResultProps): JSX.Element {
  const said = configurationFormTexts();
  const page = kind === 'issuance' ? 'issue' : 'verify';
  return (
    <div aria-live="polite">
      {save.problem === undefined ? null : <Failure problem={save.problem} withoutErrors />}
      {save.problem?.reason === 'disclosure_policy_changed' ? (
        <AskButton
          verb={said.revokeAndStore}
          kind="danger"
          title={said.revokeAndStoreTitle}
          onConfirm={() => save.store(value, { revokeExisting: true })}
        >
          {said.revokeAndStoreHelp}
        </AskButton>
      ) : null}
      {save.stored && id !== undefined ? (
        <Notice kind="done" title={configurationTexts().saved}>
          <p>{said.tryHelp}</p>
          {hasRole('operator') ? (
            <Link class="button" to={`/${page}?configuration=${encodeURIComponent(id)}`}>
              {kind === 'issuance' ? said.tryIt : said.tryRequest}
            </Link>
          ) : null}
        </Notice>
      ) : null}
    </div>
  );
}
