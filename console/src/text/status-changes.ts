/** What the console says where an operator changes the status of credentials: a text for each change. */
import { texts } from './texts.ts';

export const statusChangeLabels = texts({
  en: { revoke: 'Revoke', suspend: 'Suspend', resume: 'Resume', restore: 'Restore' },
  de: { revoke: 'Widerrufen', suspend: 'Sperren', resume: 'Entsperren', restore: 'Wieder gültig machen' },
});

export const statusChangeTitles = texts({
  en: {
    revoke: (id: string) => `Revoke ${id}?`,
    suspend: (id: string) => `Suspend ${id}?`,
    resume: (id: string) => `Resume ${id}?`,
    restore: (id: string) => `Restore ${id}?`,
  },
  de: {
    revoke: (id: string) => `${id} widerrufen?`,
    suspend: (id: string) => `${id} sperren?`,
    resume: (id: string) => `${id} entsperren?`,
    restore: (id: string) => `${id} wieder gültig machen?`,
  },
});

/** `final`: of a revocation that can't be undone. */
export const statusChangeHelp = texts({
  en: {
    revoke: 'Verifiers refuse the credentials of this session from now on; some within minutes. You can restore them.',
    final:
      "Verifiers refuse the credentials of this session from now on; some within minutes. This can't be undone. To stop the credentials for a while, suspend them.",
    suspend:
      'Verifiers refuse the credentials of this session until you resume them; some within minutes. Until then they are not renewed.',
    resume: 'Verifiers accept the credentials of this session again.',
    restore: 'Verifiers accept the credentials of this session again.',
  },
  de: {
    revoke:
      'Prüfende lehnen die Nachweise dieser Sitzung ab jetzt ab, manche nach Minuten. Sie können sie wieder gültig machen.',
    final:
      'Prüfende lehnen die Nachweise dieser Sitzung ab jetzt ab, manche nach Minuten. Das lässt sich nicht rückgängig machen. Sperren Sie die Nachweise, wenn sie nur eine Zeit lang nicht gelten sollen.',
    suspend:
      'Prüfende lehnen die Nachweise dieser Sitzung ab, bis Sie sie entsperren, manche nach Minuten. So lange werden sie nicht erneuert.',
    resume: 'Prüfende nehmen die Nachweise dieser Sitzung wieder an.',
    restore: 'Prüfende nehmen die Nachweise dieser Sitzung wieder an.',
  },
});
