/** What to change after a failed attempt, in a sentence. Pure. */
import type { AttemptError } from '../sending/attempt-text.ts';

const hints: Readonly<Record<AttemptError, string>> = {
  url: 'Write the URL with https and a host name, without user name and password',
  scheme: 'Give the receiver a certificate and call it by https, or name its host in OUTBOUND_ALLOW',
  address: 'Call a host with a public address, or name its host or network in OUTBOUND_ALLOW',
  dns: 'Check the spelling of the host name, and whether the name server of this service knows it',
  refused: 'Check that the receiver runs and listens on this port, and that no firewall refuses this service',
  unreachable: 'Check the route and the firewall between this service and the receiver',
  tls: 'Renew the certificate of the receiver, or send its whole chain; it must be valid for the host and made by a public authority',
  timeout: 'Respond first and do the work afterwards; also check whether a firewall drops the connection',
  closed: 'Check the logs of the receiver and its proxy: one of them closed the connection before responding',
  too_large: 'Answer with a short body; what the receiver answers is not needed',
  encoding: 'Respond without content-encoding: this service requests an uncompressed response',
  content_type: 'Respond with the requested content type',
  protocol: 'Check the port: what answers there does not speak HTTP',
  aborted: 'Try again when this service has started',
  internal: 'Look up the id of the delivery in the log of this service',
  redirect: 'Configure the address that the redirect leads to',
  status: 'Check path and authentication of the webhook, and the log of the receiver',
  answer:
    'Answer with a JSON object that has an object of claims for each credential configuration id, such as {"pid": {"given_name": "Erika"}}',
};

/** @param code error code of an attempt; undefined for a code of another version */
export function attemptHint(code: string): string | undefined {
  return Object.hasOwn(hints, code) ? hints[code as AttemptError] : undefined;
}
