/** Threats from wallets, and from whoever speaks like one; each row ends with its test. */

export type Row = readonly [threat: string, defence: string, file: string, test: string];

export const token: readonly Row[] = [
  [
    'A code is redeemed twice at the same time',
    'One compare-and-set before any token exists',
    'token',
    'issues one token for fifty parallel redemptions of one code',
  ],
  [
    'A code comes again from another key',
    'Its token is revoked',
    'token',
    'revokes the token when another key sends the code again',
  ],
  [
    'A transaction code is guessed',
    'Guesses are counted by compare-and-set',
    'token',
    'counts every one of fifty parallel guesses',
  ],
  ['Duplicate parameters', 'Lists are refused', 'token', 'are refused, in forms, in JSON and across query and body'],
  [
    'A code is used after its end',
    "The server's clock decides",
    'token',
    'refuses a code at exactly the end of its life',
  ],
  [
    'The server fetches an address that a wallet names',
    'Only own references are accepted',
    'authorization',
    'never follows an address that a wallet names',
  ],
  [
    'A request_uri is used twice',
    'It is spent by compare-and-set',
    'authorization',
    'spends a request_uri once, also for twenty parallel visits',
  ],
  [
    'An open redirect',
    'Exact addresses, after a valid request',
    'authorization',
    'shows a page and never redirects for a foreign client',
  ],
  [
    'A code without a presentation',
    'A transition needs a verified presentation',
    'authorization',
    'never completes without a presentation',
  ],
  ['Codes that can be guessed', '256 random bits', 'authorization', 'makes codes and tokens of 256 random bits'],
  [
    'A DPoP proof is replayed',
    'Its mark is added once, for all replicas',
    'dpop',
    'lets one of twenty parallel copies of a proof pass',
  ],
  ["A client uses up another client's jti", 'The key is part of the mark', 'dpop', 'keeps a jti for each key'],
  [
    'A bound token is sent as Bearer, or in the query',
    'The scheme must match the binding',
    'dpop',
    'refuses a bound token as Bearer',
  ],
  [
    'A forged DPoP proof',
    'Required type, time, method, address and key',
    'dpop',
    'refuses bad proofs at the credential endpoint with 401 and a challenge',
  ],
  ['Strangers fill the replay cache', 'Proofs are marked last', 'dpop', 'marks no proof of a request that is refused'],
];

export const credential: readonly Row[] = [
  [
    'A forged key proof',
    'Every member is required',
    'credential',
    'refuses bad key proofs and burns neither nonce nor token',
  ],
  [
    'A nonce is used twice at the same time',
    'Its mark is added once',
    'credential',
    'lets one of eight parallel requests with one nonce win',
  ],
  [
    'A credential that was not granted',
    'The id is compared with the grant',
    'credential',
    'refuses a request with false values',
  ],
  [
    'A batch that is too large, or a key twice',
    'Limits, and distinct keys',
    'credential',
    'refuses too many proofs and the same key twice',
  ],
  [
    'Claims override names, times, key or status',
    'The service sets them',
    'credential',
    'the service sets names, times, key and status itself',
  ],
  [
    'A notification for another session',
    'An id belongs to its token',
    'credential',
    'refuses ids of others, unknown events and missing tokens',
  ],
  [
    'Encrypted requests with bombs or other algorithms',
    'Fixed algorithms, bounded output',
    'haip-encryption',
    'other algorithms, a key of the sender, and a compressed bomb are refused',
  ],
  [
    'Secrets in the store or the log',
    'Hashes, encryption, allowed fields',
    'data-at-rest',
    'is readable in the store or in the log',
  ],
];

export const presentation: readonly Row[] = [
  [
    'A presentation is sent twice at the same time',
    'One compare-and-set',
    'presentation',
    'takes one of 50 answers at the same instant',
  ],
  [
    'A presentation for another session',
    'Nonce and state belong to a session',
    'presentation',
    'is not answered by what was made for another one',
  ],
  [
    'An issuer that nobody configured',
    'Anchors of the tenant, by type',
    'presentation',
    'trusts no issuer that is not configured',
  ],
  ['A revoked credential', 'Its status is checked', 'presentation', 'takes no credential that was revoked'],
  [
    'A plain response instead of an encrypted one',
    'The request decides',
    'presentation',
    'takes no clear text where an encrypted answer was asked for',
  ],
  [
    'More and more bad responses',
    'The tenth ends the request',
    'presentation',
    'stays usable after garbage, and ends with the tenth bad presentation',
  ],
  [
    'A return address that runs in a browser',
    'Allowed forms of addresses',
    'presentation',
    'is not made with a return address that runs in a browser',
  ],
  [
    'The server fetches an inner address from a credential',
    'Fetched after the signature, checked at the socket',
    'presentation-status',
    'is refused where the address is forbidden',
  ],
  [
    'A status list that is not reachable',
    'The presentation is refused',
    'presentation-status',
    'is refused where no server answers',
  ],
  [
    "A certificate's addresses from a stranger",
    'Asked only after the path is valid',
    'certificate-revocation',
    'are not asked about before the path holds',
  ],
  ['A hostile mdoc', 'A strict reader over the received bytes', 'mdoc-attacks', 'hostile mdocs'],
  [
    'A page of another origin responds',
    'Origins of the configuration only',
    'dc-api-attacks',
    'an origin that body or header claims is ignored',
  ],
  [
    "A rival with the same offer uses the holder's presentation",
    'The first key keeps the offer',
    'presentation-during-issuance',
    'a rival with the same offer gets no code by the presentation of the holder',
  ],
  [
    "A webhook's answer for another session",
    'Answers are checked against the offer',
    'claims-webhook',
    'an answer for another configuration than those of the offer',
  ],
];
