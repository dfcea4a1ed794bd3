/** Hands over a trust list from a file, because the server cannot reach its address. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { FileField } from '../../parts/file-field.tsx';
import { useChange } from '../../state/use-change.ts';
import { trustListTexts } from '../../text/trust-lists.ts';

export interface LoadTrustListProps {
  /** Id of the list; undefined while there is no question. */
  readonly asked: string | undefined;
  readonly onLoaded: () => Promise<void>;
  readonly onClose: () => void;
}

export function LoadTrustList({ asked, onLoaded, onClose }: LoadTrustListProps): JSX.Element {
  const said = trustListTexts();
  const change = useChange();
  const [file, setFile] = useState<File>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    change.forget();
    setFile(undefined);
    setMissing(false);
  }, [asked]);
  const load = async (id: string, from: File): Promise<void> => {
    const bytes = await compressed(from);
    await call('POST', `/trust/lists/${encodeURIComponent(id)}/bytes`, { body: { bytes } });
    await onLoaded();
    onClose();
  };
  const confirm = (): void => {
    setMissing(file === undefined);
    if (asked !== undefined && file !== undefined) void change.run(() => load(asked, file));
  };
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={said.loadTitle(asked ?? '')}
      confirm={said.load}
      busy={change.busy}
      problem={change.problem}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <p>{said.loadHelp}</p>
      <FileField
        label={said.listFile}
        accept=".jwt,.jws,.json,.xml,.xtsl,.gz"
        error={isMissing ? said.fileMissing : undefined}
        onFile={setFile}
      />
    </ConfirmDialog>
  );
}

/** Characters at a time: a call has a limited number of arguments. */
const AT_ONCE = 8192;

/** The file in base64, compressed, because the server accepts bodies of a few megabytes. */
export async function compressed(file: Blob): Promise<string> {
  const stream = file.stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  }
  return btoa(text);
}
