/** Threats by requests that are many, large or expensive; each row names its test's file from the repository's root. */
import type { Row } from './wallet-threats.ts';

const HTTP = 'libs/shared/test/http';
const GATEWAY = 'services/gateway/test';
const CONFIGURATION = 'services/issuer/test/configuration';

export const costly: readonly Row[] = [
  [
    'A body in chunks of one byte fills the memory',
    'One buffer; tiny chunks are refused',
    `${HTTP}/read-bytes`,
    'a million chunks of one byte are refused, and not read',
  ],
  [
    'Large bodies that never end fill the memory',
    'Every byte counts from the first',
    `${GATEWAY}/edge/read-body`,
    'large bodies that never end leave memory for other addresses',
  ],
  [
    'Headers without a body take the turns of a tenant',
    'The body is read before a call takes its turn',
    `${GATEWAY}/quotas/quotas`,
    'a body that never ends takes no slot of its tenant',
  ],
  [
    'One address fills the queue of a tenant',
    'Addresses take turns',
    `${GATEWAY}/quotas/call-slots`,
    'an address that fills the queue makes room for others',
  ],
  [
    'JSON with very many members holds the event loop',
    'Members are counted before anything is parsed',
    `${GATEWAY}/edge/read-body`,
    'a JSON body with repeated or very many members is refused',
  ],
  [
    'Pipelined requests keep all others waiting',
    'Other connections have their turn in between',
    `${HTTP}/server/pipelined-requests`,
    'other connections have their turn between the requests of one',
  ],
  [
    'An expensive schema stops every tenant',
    'Limits when it is written; compiled at its first use',
    `${CONFIGURATION}/listed-configuration`,
    'an expensive schema is refused when it is written, before it is compiled',
  ],
  [
    'An open stream outlives the right to read it',
    'Every stream asks again',
    `${GATEWAY}/edge/streams-end`,
    ': its streams at another gateway end',
  ],
  [
    'Several workers multiply a limit',
    'They count together',
    `${GATEWAY}/edge/address-limit`,
    'of workers that count together, an address has the number once',
  ],
  [
    'A suspended tenant still signs in',
    'Tokens and logins ask for its state',
    `${GATEWAY}/tenants/tenant-operations`,
    'a suspended tenant gets no token',
  ],
  [
    'A request that two servers read differently',
    'Two hosts, or a second coding, are refused',
    `${HTTP}/server/server`,
    'is answered 400',
  ],
  [
    'Lost responses use up what a wallet may have, or repeats go beyond it',
    'Repeats for one holder key have a separate limit',
    'services/issuer/test/credential/credential-transitions',
    'the offer limits the credentials of a configuration',
  ],
];
