/** German texts for failed attempts and ended deliveries of webhooks: code, text and hint, separated by a bar. */
export const attemptLines: readonly string[] = [
  'url|Die Adresse des Webhooks ist nicht verwendbar.|Geben Sie eine https-Adresse mit Hostnamen an, ohne Benutzernamen und Passwort.',
  'scheme|Die Adresse ist nicht https, und OUTBOUND_ALLOW erlaubt den Host nicht.|Richten Sie beim Empfänger https ein, oder erlauben Sie den Host in OUTBOUND_ALLOW.',
  'address|Der Host hat eine Adresse, die nicht öffentlich ist, und OUTBOUND_ALLOW erlaubt sie nicht.|Verwenden Sie einen Host mit öffentlicher Adresse, oder erlauben Sie den Host oder sein Netz in OUTBOUND_ALLOW.',
  'dns|Zum Hostnamen gibt es keine Adresse.|Prüfen Sie die Schreibweise des Hostnamens, und ob der Nameserver dieses Dienstes ihn kennt.',
  'refused|Der Empfänger hat die Verbindung abgelehnt.|Prüfen Sie, ob der Empfänger läuft, auf diesem Port antwortet und keine Firewall im Weg ist.',
  'unreachable|Der Empfänger ist nicht erreichbar.|Prüfen Sie Netz und Firewall zwischen diesem Dienst und dem Empfänger.',
  'tls|Die TLS-Verbindung ist fehlgeschlagen.|Erneuern Sie das Zertifikat des Empfängers, oder senden Sie die ganze Kette. Es muss für den Host gelten und von einer öffentlichen Stelle stammen.',
  'timeout|Der Empfänger hat nicht rechtzeitig geantwortet.|Antworten Sie zuerst, und erledigen Sie die Arbeit danach. Prüfen Sie auch, ob eine Firewall Verbindungen verwirft.',
  'closed|Die Verbindung wurde vor der vollständigen Antwort geschlossen.|Prüfen Sie die Protokolle des Empfängers und seines Proxys: Einer von beiden hat die Verbindung geschlossen.',
  'too_large|Kopf oder Inhalt der Antwort ist zu groß.|Antworten Sie mit einem kurzen Inhalt. Er wird nicht gebraucht.',
  'encoding|Die Antwort ist komprimiert, obwohl das nicht verlangt war.|Antworten Sie ohne content-encoding.',
  'content_type|Die Antwort hat nicht den verlangten Inhaltstyp.|Antworten Sie mit dem verlangten Inhaltstyp.',
  'protocol|Die Antwort ist kein HTTP.|Prüfen Sie den Port: Was dort antwortet, spricht kein HTTP.',
  'aborted|Ein Stopp dieses Dienstes hat den Versuch abgebrochen.|Versuchen Sie es erneut, wenn der Dienst wieder läuft.',
  'internal|Der Versuch ist in diesem Dienst fehlgeschlagen.|Suchen Sie die ID der Zustellung im Protokoll dieses Dienstes.',
  'token|Der Token-Endpunkt des Attribut-Dienstes hat kein Zugriffstoken geliefert.|Prüfen Sie oauth in attribute-providers.json: Adresse, Client-ID, Geheimnis und scope. Der Grund steht im Protokoll dieses Dienstes.',
  'redirect|Der Empfänger hat mit einer Weiterleitung geantwortet. Ihr wird nie gefolgt.|Tragen Sie die Adresse ein, zu der die Weiterleitung führt.',
  'status|Der Empfänger hat mit einem anderen Status als 2xx geantwortet.|Prüfen Sie Pfad und Anmeldung des Webhooks und das Protokoll des Empfängers.',
  'status_refused|Der Empfänger lehnt die Anmeldung ab: Prüfen Sie sein Geheimnis oder seine Anmeldung.|Prüfen Sie Pfad und Anmeldung des Webhooks und das Protokoll des Empfängers.',
  'answer|Die Antwort ist 2xx, ordnet aber den Nachweisen keine Angaben zu.|Antworten Sie mit einem JSON-Objekt, das zu jeder ID eines Nachweises ein Objekt mit Angaben enthält, etwa {"pid": {"given_name": "Erika"}}.',
];

/** Why a delivery has ended without success. */
export const endLines: readonly string[] = [
  'gone|Der Empfänger hat mit 410 geantwortet: Er möchte keine weiteren Versuche.',
  'exhausted|Alle Versuche des Zeitplans sind fehlgeschlagen.',
  'expired|Der nächste Versuch wäre erst nach dem Ende des Vorgangs gekommen.',
  'no_webhook|Der Vorgang hat diesen Webhook nicht mehr.',
  'superseded|Die Wallet hat neu begonnen, und diese Zustellung gehört zu einem früheren Versuch.',
  'credentials_erased|Die vorgelegten Angaben wurden gelöscht, nachdem der Webhook sie erhalten hatte.',
  'claims_deadline|Die Angaben sind nicht rechtzeitig gekommen.',
  'claims_unavailable|Kein Versuch hat verwendbare Angaben gebracht.',
  'claims_invalid|Die Angaben passen nicht zur Konfiguration.',
];
