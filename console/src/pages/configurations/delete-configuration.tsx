/** Deletes a stored configuration, after a question. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { navigate } from '../../state/address.ts';
import { configurationTexts } from '../../text/configurations.ts';
import { type ConfigurationKind, pathOfKind } from './configuration-kinds.ts';

export interface DeleteConfigurationProps {
  readonly kind: ConfigurationKind;
  readonly id: string;
  readonly onDeleted: () => Promise<void>;
}

export function DeleteConfiguration({ kind, id, onDeleted }: DeleteConfigurationProps): JSX.Element {
  const said = configurationTexts();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const remove = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await call('DELETE', `${pathOfKind[kind]}/${encodeURIComponent(id)}`);
      // The list is reloaded before it is shown, so that it never shows a deleted configuration.
      await onDeleted();
      navigate('/configurations');
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {said.delete}
      </Button>
      <ConfirmDialog
        open={asking}
        title={said.deleteTitle(id)}
        confirm={said.delete}
        danger
        busy={busy}
        problem={problem}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        <p>{said.deleteHelp}</p>
      </ConfirmDialog>
    </>
  );
}
