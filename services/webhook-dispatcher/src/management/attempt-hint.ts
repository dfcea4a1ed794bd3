/** What to change after a failed attempt, in a sentence. Pure. */
import type { AttemptError } from '../sending/attempt-text.ts';

const hints: Readonly<Record<AttemptError, string>> = {
  url: 'Write the URL with https and a host name, without user name and password',
  scheme: 'Give the receiver a certificate and call it over https, or add its host to OUTBOUND_ALLOW',
  address: 'Call a host with a public address, or add its host or network to OUTBOUND_ALLOW',
  dns: "Check the host name's spelling, and whether this service's name server knows it",
  refused: 'Check that the receiver runs and listens on this port, and that no firewall refuses this service',
  unreachable: 'Check the route and the firewall between this service and the receiver',
  tls: "Renew the receiver's certificate, or send its whole chain. It must be valid for the host and issued by a public authority",
  timeout: 'Respond first and do the work afterwards; also check whether a firewall drops the connection',
  closed: 'Check the logs of the receiver and its proxy. One of them closed the connection before responding',
  too_large: "Return a short body. The response's content is not used",
  encoding: 'Respond without content-encoding: this service requests an uncompressed response',
  content_type: 'Respond with the requested content type',
  protocol: 'Check the port: its server does not speak HTTP',
  aborted: 'Try again when this service has started',
  internal: "Look up the delivery's id in this service's log",
  token:
    "Check oauth in attribute-providers.json: address, client id, secret and scope. This service's log has the reason",
  redirect: "Configure the redirect's target",
  status: "Check the webhook's path and authentication, and the receiver's log",
  answer:
    'Answer with a JSON object that has an object of claims for each credential configuration id, such as {"pid": {"given_name": "Erika"}}',
};

/** @param code error code of an attempt; undefined for a code of another version */
export function attemptHint(code: string): string | undefined {
  return Object.hasOwn(hints, code) ? hints[code as AttemptError] : undefined;
}
