/** A client of a login, as tests have it. */
import type { WrittenLoginClient } from '@countersign/shared/configuration-documents/login-client';
import { type LoginClient, readClient } from '../../src/login/client.ts';

export const written: WrittenLoginClient = {
  id: 'shop',
  name: 'Example Shop',
  redirect_uris: ['https://rp.example/callback'],
  client_secret: 'a secret of thirty-two characters',
  presentation: 'pid',
  claims: {
    given_name: ['given_name'],
    birthdate: ['birthdate'],
    member: ['member_number'],
    'address.locality': ['place', 'locality'],
    'address.country': ['place', 'country'],
  },
  scopes: { membership: ['member'] },
  subject: { kind: 'pairwise', from: [['given_name'], ['birthdate']] },
};

export function clientOf(more: Partial<WrittenLoginClient> = {}): LoginClient {
  const { client_secret: secret } = written;
  return readClient({ ...written, ...more }, { id: 'shop', source: 'file', version: '1', secret });
}
