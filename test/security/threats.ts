/** Threats, what stops each, and the test that shows it: docs/reference/threats.md. */

import { costly } from './costly-threats.ts';
import { access, bus, platform, status, webhooks } from './platform-threats.ts';
import { credential, presentation, type Row, token } from './wallet-threats.ts';

export interface Threat {
  readonly threat: string;
  readonly defence: string;
  /** Path from the repository's root. */
  readonly file: string;
  /** Part of the test's name, as it stands in the file. */
  readonly test: string;
}

/** @param folder of the rows' files, with a slash at its end; empty if they name whole paths */
function of(folder: string, rows: readonly Row[]): readonly Threat[] {
  return rows.map(([threat, defence, file, test]) => ({ threat, defence, file: `${folder}${file}.test.ts`, test }));
}

const management: readonly Row[] = [
  [
    'Reading or changing what belongs to another tenant',
    'The tenant is part of every key',
    'management',
    'what belongs to another tenant is not there, byte for byte',
  ],
  ['The same id in two tenants', 'Composite keys', 'management', 'the same id in several tenants'],
  [
    'Secrets in responses, errors and logs',
    'Views list their fields',
    'management',
    'no secret in sessions, errors, health or logs',
  ],
  [
    'A broken configuration file stops the service',
    'Each file is read separately',
    'management',
    'a broken file breaks only itself',
  ],
  [
    'Forged Host headers change links',
    'Addresses come from the settings',
    'management',
    'the host of a request is nowhere in the answer',
  ],
  [
    'A schema that takes all CPU',
    'Linear matching, and a limit of time',
    'hostile-schema',
    'lets no other request wait for',
  ],
  [
    'HEAD uses something up',
    'HEAD writes nothing',
    'head',
    'writes nothing, and the GET after it succeeds as the first',
  ],
  ['Fuzzed requests cause a 5xx', 'Total parsers', 'fuzz', 'and the server issues as before'],
];

const login: readonly Row[] = [
  [
    "An attacker's login in the victim's browser",
    'The browser that began completes it',
    'login',
    "an attacker's own login is not completed in the browser of a victim",
  ],
  [
    'A login code is redeemed many times',
    'One token for one code',
    'login',
    'a code gives nothing to another client, and one token of fifty redemptions at once',
  ],
  [
    'PKCE is left out or plain',
    'S256 is required',
    'login',
    'PKCE can be left out by no client that needs it, and is never plain',
  ],
  [
    'Personal data stays after an erasure',
    'Erasure finds every collection',
    'erasure-canary',
    'no personal value is readable in a file or a log line',
  ],
  ['A refresh token is stolen', 'It is bound to a key', 'haip-refresh', 'a stolen token is of no use without its key'],
  [
    'A client assertion is replayed',
    'Its mark is added once',
    'private-key-jwt',
    'lets one of twenty parallel copies of an assertion pass',
  ],
];

const faults: readonly Row[] = [
  [
    'A stopped worker blocks all writes',
    'The primary replaces it',
    'stopped-worker',
    'a worker that is stopped in a transaction is replaced',
  ],
  [
    'A kill between two writes loses or doubles something',
    'One document, compare-and-set, outbox',
    'campaign/campaign',
    'no violation',
  ],
  [
    'A client that sends or reads nothing holds the server',
    'Limits of time and connections',
    'greedy-clients',
    'pipelined requests whose answers are not read cost no memory',
  ],
];

/** By area, in the order of the document. */
export const THREATS: Readonly<Record<string, readonly Threat[]>> = {
  'Access to the management': of('', access),
  'Management and platform': of('test/security/', management),
  'Authorization and token': of('test/security/', token),
  Credentials: of('test/security/', credential),
  Presentations: of('test/security/', presentation),
  'Logins, refresh and erasure': of('test/security/', login),
  'Status lists': of('', status),
  Webhooks: of('', webhooks),
  'The bus between services': of('', bus),
  'Logs, connections and packages': of('', platform),
  'Requests that are many, large or expensive': of('', costly),
  'Faults and greedy clients': of('test/resilience/', faults),
};

export function threatsDocument(): string {
  const sections = Object.entries(THREATS).map(([area, threats]) => {
    const rows = threats.map(({ threat, defence, file }) => {
      const name = file.split('/').at(-1);
      return `| ${threat} | ${defence} | [${name}](../../${file}) |`;
    });
    return `## ${area}\n\n| Threat | Defence | Test |\n| --- | --- | --- |\n${rows.join('\n')}`;
  });
  return `# Threats

Made by \`npm run docs\`; do not edit.

What an attacker or a fault could do, what prevents it, and the test that fails without it. What remains is in
[SECURITY.md](../../SECURITY.md).

${sections.join('\n\n')}
`;
}
