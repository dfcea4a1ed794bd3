/** Stores the document of the editor, and keeps what the server finds in it. */
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { asProblem, type FieldFinding, type Problem } from '../../api/problem.ts';
import { address, navigate } from '../../state/address.ts';
import { type ConfigurationKind, pathOfKind } from './configuration-kinds.ts';

export interface Save {
  readonly busy: boolean;
  readonly stored: boolean;
  readonly problem: Problem | undefined;
  /** The server's errors for this text. */
  readonly refused: readonly FieldFinding[];
  readonly store: (value: unknown) => Promise<void>;
  /** The text has changed. */
  readonly forget: () => void;
}

const NONE: readonly FieldFinding[] = [];

export function useSave(kind: ConfigurationKind, onChanged: () => Promise<void>): Save {
  const [busy, setBusy] = useState(false);
  const [stored, setStored] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const forget = (): void => {
    setStored(false);
    setProblem(undefined);
  };
  const store = async (value: unknown): Promise<void> => {
    setBusy(true);
    forget();
    try {
      const { id } = await call<{ readonly id: string }>('POST', pathOfKind[kind], { body: value });
      await onChanged();
      setStored(true);
      if (address.value.query.id !== id) navigate(addressOfConfiguration(kind, id), { replace: true });
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return { busy, stored, problem, refused: problem?.errors ?? NONE, store, forget };
}

/** The page with the editor of a configuration. */
function addressOfConfiguration(kind: ConfigurationKind, id: string): string {
  return `/configurations?kind=${kind}&id=${encodeURIComponent(id)}`;
}
