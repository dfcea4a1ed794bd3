/** What the page "Verify" says. */
import { texts } from './texts.ts';

export const verifyTexts = texts({
  en: {
    lead: 'Ask a wallet for a presentation, and see what was verified.',
    form: 'Request',
    configuration: 'What to ask for',
    none: 'There is no presentation configuration yet.',
    toConfigurations: 'Make one',
    where: 'Where the wallet is',
    other: 'On another device, which scans the QR code',
    same: 'On this device: the browser goes back to an address afterwards',
    redirect: 'Address to go back to',
    redirectHelp: 'An https address of yours; a response code is added to it.',
    redirectNeeded: 'Enter the address to go back to.',
    make: 'Make the request',
    made: 'The request is made.',
    another: 'Another request',
  },
  de: {
    lead: 'Bitten Sie ein Wallet um eine Präsentation, und sehen Sie, was geprüft wurde.',
    form: 'Anfrage',
    configuration: 'Was gezeigt werden soll',
    none: 'Es gibt noch keine Konfiguration einer Präsentation.',
    toConfigurations: 'Eine anlegen',
    where: 'Wo das Wallet ist',
    other: 'Auf einem anderen Gerät, das den QR-Code scannt',
    same: 'Auf diesem Gerät: Der Browser kehrt danach zu einer Adresse zurück',
    redirect: 'Adresse für die Rückkehr',
    redirectHelp: 'Eine eigene https-Adresse; an sie wird ein Antwortcode angehängt.',
    redirectNeeded: 'Geben Sie die Adresse für die Rückkehr ein.',
    make: 'Anfrage stellen',
    made: 'Die Anfrage ist gestellt.',
    another: 'Weitere Anfrage',
  },
});
