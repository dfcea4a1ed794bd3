/** Wording of the section about the button for other pages. */
import { texts } from './texts.ts';

export const buttonTexts = texts({
  en: {
    title: 'Button for your page',
    lead: 'Visitors present a credential on your own page. Your backend creates the request, and the page shows the button.',
    configuration: 'Presentation configuration',
    origin: 'Origin of the page',
    crossDevice: 'Show a QR code for a wallet on another device',
    crossDeviceHelp:
      "Nothing then proves that whoever scans it is the visitor. Don't use it to open accounts or move money.",
    noOrigin: (id: string) =>
      `${id} allows no page yet. Add the origin of your page to origins, for example "https://shop.example".`,
    toConfiguration: 'Open configuration',
    backend: 'Backend (Node)',
    backendHelp: 'Call it once for each visitor. The API key stays in the backend.',
    page: 'Page (HTML)',
    pageHelp: 'Replace BUTTON with the value that the call returned. After verified, ask your backend for the result.',
    policy: 'Additions to the content security policy',
    policyHelp: 'If your page has such a policy, also move the second script into a file.',
    keep: "Keep session with the visitor's login or cookie. Give only button to the page.",
    thanks: 'Thank you',
    refused: 'Not verified',
    expired: 'Please reload the page',
  },
  de: {
    title: 'Button für Ihre Seite',
    lead: 'Besucher legen einen Nachweis auf Ihrer eigenen Seite vor. Ihr Backend erstellt die Anfrage, die Seite zeigt den Button.',
    configuration: 'Abfrage',
    origin: 'Origin der Seite',
    crossDevice: 'QR-Code für eine Wallet auf einem anderen Gerät zeigen',
    crossDeviceHelp:
      'Nichts belegt dann, dass die Person, die ihn scannt, auch die Seite sieht. Nicht geeignet, um Konten zu eröffnen oder Geld zu bewegen.',
    noOrigin: (id: string) =>
      `${id} lässt noch keine Seite zu. Ergänzen Sie den Origin Ihrer Seite in origins, zum Beispiel "https://shop.example".`,
    toConfiguration: 'Konfiguration öffnen',
    backend: 'Backend (Node)',
    backendHelp: 'Einmal pro Besuch aufrufen. Der API-Schlüssel bleibt im Backend.',
    page: 'Seite (HTML)',
    pageHelp:
      'Ersetzen Sie BUTTON durch den Wert aus der Antwort. Fragen Sie nach verified Ihr Backend nach dem Ergebnis.',
    policy: 'Ergänzungen zur Content Security Policy',
    policyHelp: 'Wenn Ihre Seite eine solche Richtlinie hat, legen Sie das zweite Skript in einer Datei ab.',
    keep: 'session beim Login oder Cookie des Besuchers aufbewahren. Nur button an die Seite geben.',
    thanks: 'Vielen Dank',
    refused: 'Nicht bestätigt',
    expired: 'Bitte laden Sie die Seite neu',
  },
});
