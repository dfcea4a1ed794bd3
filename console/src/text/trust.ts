/** What the forms for trust anchors, display and registered wallets say. */
import { texts } from './texts.ts';

export const trustTexts = texts({
  en: {
    delete: 'Delete',
    deleteOf: (name: string) => `Delete: ${name}`,
    addAnchor: 'Add trust anchor',
    anchorAdded: (id: string) => `Trust anchor added: ${id}`,
    anchorPurpose: 'Trusted as',
    anchorId: 'Name',
    anchorIdHelp: 'An anchor of the same name is replaced.',
    pem: 'CA certificates',
    pemHelp: 'Paste them in PEM, or choose a file below.',
    pemFile: 'Certificate file',
    vct: 'SD-JWT VC types',
    doctype: 'mdoc document types',
    typesHelp: 'One type per line. If both lists are empty, any type is accepted.',
    pinned: 'Trust this signer directly',
    pinnedHelp: 'For test issuers of mdocs whose certificate has no proper CA.',
    deleteAnchorTitle: (id: string) => `Delete the trust anchor ${id}?`,
    deleteAnchorHelp:
      'Credentials or wallets under it are refused within a second. Sessions that have ended stay as they are.',
  },
  de: {
    delete: 'Löschen',
    deleteOf: (name: string) => `Löschen: ${name}`,
    addAnchor: 'Anker hinzufügen',
    anchorAdded: (id: string) => `Anker hinzugefügt: ${id}`,
    anchorPurpose: 'Vertraut als',
    anchorId: 'Name',
    anchorIdHelp: 'Ein Anker mit demselben Namen wird ersetzt.',
    pem: 'CA-Zertifikate',
    pemHelp: 'Fügen Sie sie als PEM ein, oder wählen Sie unten eine Datei.',
    pemFile: 'Zertifikatsdatei',
    vct: 'Typen (SD-JWT VC)',
    doctype: 'Dokumenttypen (mdoc)',
    typesHelp: 'Ein Typ pro Zeile. Sind beide Listen leer, gilt jeder Typ.',
    pinned: 'Diesem Unterzeichner direkt vertrauen',
    pinnedHelp: 'Für Testaussteller von mdocs, deren Zertifikat keine richtige CA hat.',
    deleteAnchorTitle: (id: string) => `Den Anker ${id} löschen?`,
    deleteAnchorHelp:
      'Nachweise oder Wallets darunter werden innerhalb einer Sekunde abgelehnt. Beendete Sitzungen bleiben, wie sie sind.',
  },
});
