/** Bodies of hosted lists and their entities, for tests. */
import type { X509Certificate } from 'node:crypto';
import type { HostedEntityBody, HostedListBody } from '@countersign/shared/messages/hosted-list';

const english = (value: string) => [{ lang: 'en', value }];
const address = [{ lang: 'en', street: 'Street 1', country: 'DE' }];

export function listBody(more: Partial<HostedListBody> = {}): HostedListBody {
  return {
    revision: 0,
    list: 'pid-providers',
    operator: {
      name: english('Federal Agency'),
      addresses: address,
      contacts: [{ lang: 'en', uri: 'mailto:lists@agency.example' }],
    },
    name: english('DE:providers of PIDs'),
    information: [{ lang: 'en', uri: 'https://agency.example/scheme' }],
    policy: [{ lang: 'en', uri: 'https://agency.example/policy' }],
    ...more,
  };
}

export function entityBody(
  pem: string | X509Certificate,
  more: Partial<HostedEntityBody> = {},
  service: Partial<HostedEntityBody['services'][number]> = {},
): HostedEntityBody {
  return {
    revision: 1,
    id: 'ministry',
    name: english('Ministry'),
    addresses: address,
    contacts: [{ lang: 'en', uri: 'mailto:pid@ministry.example' }],
    services: [{ purpose: 'issuance', name: english('PIDs'), certificates: pem.toString(), ...service }],
    ...more,
  };
}
