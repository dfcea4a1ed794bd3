/** Wording for changing the status of credentials, one per change. */
import { texts } from './texts.ts';

/** A credential's status. */
export const statusNames = texts({
  en: { valid: 'valid', revoked: 'revoked', suspended: 'suspended' },
  de: { valid: 'gültig', revoked: 'widerrufen', suspended: 'gesperrt' },
});

export const statusChangeLabels = texts({
  en: { revoke: 'Revoke', suspend: 'Suspend', resume: 'Resume', restore: 'Reinstate' },
  de: { revoke: 'Widerrufen', suspend: 'Sperren', resume: 'Entsperren', restore: 'Widerruf aufheben' },
});

export const statusChangeTitles = texts({
  en: {
    revoke: (id: string) => `Revoke ${id}?`,
    suspend: (id: string) => `Suspend ${id}?`,
    resume: (id: string) => `Resume ${id}?`,
    restore: (id: string) => `Reinstate ${id}?`,
  },
  de: {
    revoke: (id: string) => `${id} widerrufen?`,
    suspend: (id: string) => `${id} sperren?`,
    resume: (id: string) => `${id} entsperren?`,
    restore: (id: string) => `Widerruf von ${id} aufheben?`,
  },
});

/** `final`: of a revocation that can't be undone. */
export const statusChangeHelp = texts({
  en: {
    revoke: "Verifiers now refuse this session's credentials, some after a few minutes. You can reinstate them.",
    final:
      "Verifiers refuse this session's credentials immediately, some after a few minutes. You can't undo this. To stop them for a while, suspend them instead.",
    suspend:
      "Verifiers refuse this session's credentials until you resume them, some after a few minutes. Meanwhile they can't be renewed.",
    resume: "Verifiers accept this session's credentials again.",
    restore: "Verifiers accept this session's credentials again.",
  },
  de: {
    revoke:
      'Prüfstellen lehnen diese Nachweise ab sofort ab, manche erst nach einigen Minuten. Sie können den Widerruf aufheben.',
    final:
      'Prüfstellen lehnen diese Nachweise ab sofort ab, manche erst nach einigen Minuten. Das lässt sich nicht rückgängig machen. Sollen sie nur vorübergehend nicht gelten, sperren Sie sie stattdessen.',
    suspend:
      'Prüfstellen lehnen diese Nachweise ab, bis Sie sie entsperren, manche erst nach einigen Minuten. So lange werden sie nicht erneuert.',
    resume: 'Prüfstellen akzeptieren diese Nachweise wieder.',
    restore: 'Prüfstellen akzeptieren diese Nachweise wieder.',
  },
});

/** Why a status changes, under the API's names. */
export const statusReasons = texts({
  en: {
    lost: 'Wallet or device lost',
    replaced: 'Replaced by a new credential',
    data_wrong: 'Data was wrong',
    not_entitled: 'No longer entitled',
    holder_request: 'At the holder’s request',
    misuse: 'Suspected misuse',
    mistake: 'Earlier change was an error',
    other: 'Other reason',
  },
  de: {
    lost: 'Wallet oder Gerät verloren',
    replaced: 'Durch einen neuen Nachweis ersetzt',
    data_wrong: 'Daten waren falsch',
    not_entitled: 'Berechtigung entfallen',
    holder_request: 'Auf Wunsch der Inhaberin oder des Inhabers',
    misuse: 'Verdacht auf Missbrauch',
    mistake: 'Frühere Änderung war ein Irrtum',
    other: 'Anderer Grund',
  },
});

export const statusReasonTexts = texts({
  en: { label: 'Reason', help: 'The audit log keeps it. The wallet and verifiers never see it.', none: '– none –' },
  de: {
    label: 'Grund',
    help: 'Er steht im Protokoll. Die Wallet und Prüfstellen sehen ihn nicht.',
    none: '– keiner –',
  },
});
