/** The events of webhooks in words. */
import { texts } from './texts.ts';

const eventTexts = texts({
  en: {
    'presentation.verified': 'Presentation verified',
    'presentation.released': 'Presentation released',
    'presentation.rejected': 'Presentation declined',
    'presentation.refused': 'Presentation refused',
    'presentation.expired': 'Presentation expired',
    'credential.issued': 'Credential issued',
    'issuance.completed': 'Issuance completed',
    'issuance.failed': 'Issuance failed',
    'status.changed': 'Status changed',
    'claims.requested': 'Claims requested',
    'claims.reissue': 'Claims requested for a renewal',
    'attributes.requested': 'Claims requested from an attribute provider',
  },
  de: {
    'presentation.verified': 'Nachweis geprüft',
    'presentation.released': 'Nachweis freigegeben',
    'presentation.rejected': 'Vorlage abgelehnt',
    'presentation.refused': 'Nachweis zurückgewiesen',
    'presentation.expired': 'Anfrage abgelaufen',
    'credential.issued': 'Nachweis ausgestellt',
    'issuance.completed': 'Ausstellung abgeschlossen',
    'issuance.failed': 'Ausstellung fehlgeschlagen',
    'status.changed': 'Status geändert',
    'claims.requested': 'Angaben angefordert',
    'claims.reissue': 'Angaben für eine Erneuerung angefordert',
    'attributes.requested': 'Angaben bei einer Attributquelle angefordert',
  },
});

export const eventTypes = (): readonly string[] => Object.keys(eventTexts());

/** An event that has no words keeps its type. */
export function eventText(type: string): string {
  const said: Readonly<Record<string, string>> = eventTexts();
  return Object.hasOwn(said, type) ? (said[type] ?? type) : type;
}
