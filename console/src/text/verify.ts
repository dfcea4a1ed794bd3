/** Wording of the page "Verify". */
import { texts } from './texts.ts';

export const verifyTexts = texts({
  en: {
    lead: 'Request a presentation from a wallet and see the result.',
    form: 'Request',
    configuration: 'Presentation',
    none: 'No presentation configurations yet.',
    toConfigurations: 'Create one',
    where: 'Wallet location',
    other: 'On another device, which scans the QR code',
    same: 'On this device: the browser goes back to an address afterwards',
    redirect: 'Address to go back to',
    redirectHelp: 'One of your https addresses. A response code is added to it.',
    redirectNeeded: 'Enter the address to go back to.',
    make: 'Create request',
    another: 'Another request',
  },
  de: {
    lead: 'Fordern Sie einen Nachweis aus einer Wallet an und sehen Sie das Ergebnis.',
    form: 'Anfrage',
    configuration: 'Abfrage',
    none: 'Noch keine Abfrage eingerichtet.',
    toConfigurations: 'Eine anlegen',
    where: 'Ort der Wallet',
    other: 'Auf einem anderen Gerät, das den QR-Code scannt',
    same: 'Auf diesem Gerät: Der Browser kehrt danach zu einer Adresse zurück',
    redirect: 'Adresse für die Rückkehr',
    redirectHelp: 'Eine Ihrer https-Adressen. Ein Antwortcode wird angehängt.',
    redirectNeeded: 'Geben Sie die Adresse für die Rückkehr ein.',
    make: 'Anfrage erstellen',
    another: 'Weitere Anfrage',
  },
});
