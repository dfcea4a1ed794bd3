/** The element's texts in German and English. A page may replace them. */

export interface ButtonTexts {
  /** On the button. */
  readonly label: string;
  /** Text of the button that opens a wallet by its link. */
  readonly open: string;
  /** Text of the button that asks the browser's wallets again. */
  readonly ask: string;
  readonly scan: string;
  /** Text of the button that shows the QR code on a phone. */
  readonly otherDevice: string;
  /** For screen readers, instead of the picture. */
  readonly code: string;
  readonly loading: string;
  readonly waiting: string;
  readonly opened: string;
  readonly returning: string;
  readonly noAnswer: string;
  readonly busy: string;
  readonly offline: string;
  readonly unsupported: string;
  readonly retryDeclined: string;
  readonly retryNotAccepted: string;
  readonly verified: string;
  readonly declined: string;
  readonly notAccepted: string;
  readonly expired: string;
  readonly failed: string;
}

const en: ButtonTexts = {
  label: 'Verify with your wallet',
  open: 'Open wallet on this device',
  ask: 'Use this browser’s wallet',
  scan: 'Scan this code with the wallet on your phone.',
  otherDevice: 'Use a wallet on another device',
  code: 'QR code with the request for a wallet on another device',
  loading: 'One moment …',
  waiting: 'Waiting for your wallet.',
  opened: 'Your wallet shows the request. Confirm there.',
  returning: 'Your wallet has responded. Continue in the window that it opens.',
  noAnswer: 'No wallet of this browser responded. Try again, or choose another way.',
  busy: 'Another request is open. Finish it first.',
  offline: 'No connection at the moment. Leave this page open.',
  unsupported: 'This browser can’t reach a wallet. Open this page in another browser.',
  retryDeclined: 'You declined in your wallet. You can still confirm.',
  retryNotAccepted: 'What your wallet presented was not accepted. Try another credential.',
  verified: 'Verified.',
  declined: 'You declined. Nothing was shared.',
  notAccepted: 'What your wallet presented was not accepted.',
  expired: 'The time has run out. Please start again.',
  failed: 'This request can’t be shown. Please reload the page.',
};

const de: ButtonTexts = {
  label: 'Mit der Wallet nachweisen',
  open: 'Wallet auf diesem Gerät öffnen',
  ask: 'Wallet dieses Browsers fragen',
  scan: 'Scannen Sie diesen Code mit der Wallet auf Ihrem Telefon.',
  otherDevice: 'Wallet auf einem anderen Gerät verwenden',
  code: 'QR-Code mit der Anfrage für eine Wallet auf einem anderen Gerät',
  loading: 'Einen Moment …',
  waiting: 'Warten auf Ihre Wallet.',
  opened: 'Ihre Wallet zeigt die Anfrage. Bestätigen Sie dort.',
  returning: 'Ihre Wallet hat geantwortet. Machen Sie in dem Fenster weiter, das sie öffnet.',
  noAnswer:
    'Keine Wallet dieses Browsers hat geantwortet. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.',
  busy: 'Eine andere Anfrage ist offen. Schließen Sie zuerst diese ab.',
  offline: 'Im Moment keine Verbindung. Lassen Sie diese Seite offen.',
  unsupported: 'Dieser Browser erreicht keine Wallet. Öffnen Sie die Seite in einem anderen Browser.',
  retryDeclined: 'Sie haben in der Wallet abgelehnt. Sie können noch bestätigen.',
  retryNotAccepted: 'Der Nachweis aus Ihrer Wallet wurde nicht angenommen. Versuchen Sie einen anderen.',
  verified: 'Bestätigt.',
  declined: 'Sie haben abgelehnt. Es wurde nichts weitergegeben.',
  notAccepted: 'Der Nachweis aus Ihrer Wallet wurde nicht angenommen.',
  expired: 'Die Zeit ist abgelaufen. Bitte beginnen Sie noch einmal.',
  failed: 'Diese Anfrage kann nicht angezeigt werden. Bitte laden Sie die Seite neu.',
};

/**
 * The words in a language: English unless it is German.
 * @param own the page's words; values that aren't strings, and unknown names, are left out
 */
export function textsOf(language: string, own: unknown): ButtonTexts {
  const base = /^de\b/i.test(language) ? de : en;
  if (typeof own !== 'object' || own === null) return base;
  const given = Object.entries(own).filter(([name, text]) => Object.hasOwn(base, name) && typeof text === 'string');
  return { ...base, ...Object.fromEntries(given) };
}

/** @returns undefined for what isn't JSON */
export function parseTexts(attribute: string | null): unknown {
  if (attribute === null) return undefined;
  try {
    return JSON.parse(attribute);
  } catch {
    return undefined;
  }
}
