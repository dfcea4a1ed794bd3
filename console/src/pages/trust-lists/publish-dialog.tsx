/** Asks before the next version of a list is published, and shows how it differs from the one in force. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Differences } from '../../parts/differences.tsx';
import { hostedListTexts } from '../../text/hosted-lists.ts';

interface Asked {
  readonly before: object;
  readonly after: object;
  readonly answer: (isConfirmed: boolean) => void;
}

export interface PublishQuestion {
  /** @returns false if somebody cancels */
  readonly ask: (before: object, after: object) => Promise<boolean>;
  readonly dialog: JSX.Element;
}

export function usePublishQuestion(): PublishQuestion {
  const said = hostedListTexts();
  const [asked, setAsked] = useState<Asked>();
  const close = (isConfirmed: boolean): void => {
    asked?.answer(isConfirmed);
    setAsked(undefined);
  };
  return {
    ask: (before, after) => new Promise((answer) => setAsked({ before, after, answer })),
    dialog: (
      <ConfirmDialog
        open={asked !== undefined}
        title={said.publishTitle}
        confirm={said.publish}
        onConfirm={() => close(true)}
        onCancel={() => close(false)}
      >
        <p>{said.publishHelp}</p>
        {asked === undefined ? null : <Differences before={asked.before} after={asked.after} />}
      </ConfirmDialog>
    ),
  };
}
