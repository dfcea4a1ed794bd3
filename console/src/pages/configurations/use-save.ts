/** Stores the document of the editor, and keeps what the server finds in it. */
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { asProblem, type FieldFinding, type Problem } from '../../api/problem.ts';
import { address, navigate } from '../../state/address.ts';
import { type ConfigurationKind, pathOfKind } from './configuration-kinds.ts';

interface StoreOptions {
  /** Whether what was issued under the earlier disclosure policy may be revoked. */
  readonly revokeExisting?: boolean;
}

export interface Save {
  readonly busy: boolean;
  readonly stored: boolean;
  readonly problem: Problem | undefined;
  /** The server's errors for this text. */
  readonly refused: readonly FieldFinding[];
  readonly store: (value: unknown, options?: StoreOptions) => Promise<void>;
  /** The text has changed. @param pointer only there: what the server found elsewhere stays */
  readonly forget: (pointer?: string) => void;
}

const NONE: readonly FieldFinding[] = [];

/** Whether a pointer is at a place, in it or around it. */
export function isAt(pointer: string, place: string): boolean {
  return `${pointer}/`.startsWith(`${place}/`) || `${place}/`.startsWith(`${pointer}/`);
}

export function useSave(kind: ConfigurationKind, onChanged: () => Promise<void>): Save {
  const [busy, setBusy] = useState(false);
  const [stored, setStored] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [refused, setRefused] = useState(NONE);
  const forget = (pointer?: string): void => {
    setStored(false);
    setProblem(undefined);
    setRefused((before) => (pointer === undefined ? NONE : before.filter((one) => !isAt(one.pointer, pointer))));
  };
  const store: Save['store'] = async (value, query = {}) => {
    setBusy(true);
    forget();
    try {
      const { id } = await call<{ readonly id: string }>('POST', pathOfKind[kind], {
        body: value,
        query: { ...query },
      });
      await onChanged();
      setStored(true);
      const { id: shown, view } = address.value.query;
      if (shown !== id) navigate(addressOfConfiguration(kind, id, view), { replace: true });
    } catch (error) {
      const found = asProblem(error);
      setProblem(found);
      setRefused(found.errors);
    }
    setBusy(false);
  };
  return { busy, stored, problem, refused, store, forget };
}

/** The page with the editor of a configuration. */
function addressOfConfiguration(kind: ConfigurationKind, id: string, view: string | undefined): string {
  return `/configurations?kind=${kind}&id=${encodeURIComponent(id)}${view === undefined ? '' : `&view=${view}`}`;
}
