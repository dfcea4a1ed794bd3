/** Threats to management, bus, webhooks, status lists and logs; each row names its test's file from the repository's root. */

import type { Row } from './wallet-threats.ts';

const AUTHENTICATE = 'services/gateway/test/authenticate';
const EDGE = 'services/gateway/test/edge';
const OUTBOUND = 'libs/shared/test/http/outbound';
const DELIVERY = 'services/webhook-dispatcher/test/delivery';
const SENDING = 'services/webhook-dispatcher/test/sending';
const BUS = 'libs/shared/test/bus';

export const access: readonly Row[] = [
  [
    'A management call without a credential',
    'One check in the route table, closed by default',
    `${AUTHENTICATE}/authenticate`,
    'each management route without its credential is 401, and no operation is called',
  ],
  [
    'A key is found by the time of its comparison',
    'Digests of one length are compared in constant time',
    `${AUTHENTICATE}/authenticate`,
    'keys are compared as digests of one length',
  ],
  [
    'A default or short secret in production',
    'The server does not start',
    'libs/shared/test/settings/check-secret',
    'production refuses ',
  ],
  [
    'An object in place of a client secret',
    'Schemas accept only strings',
    `${AUTHENTICATE}/authenticate`,
    'a login takes strings only',
  ],
  [
    'A forged or edited bearer token',
    'Fixed algorithm, required type, audience and end',
    `${AUTHENTICATE}/authenticate`,
    'forged, edited and foreign tokens are refused',
  ],
  [
    'Secrets are guessed',
    'Failures are counted, for a client and an address',
    `${AUTHENTICATE}/authenticate`,
    'many wrong logins are slowed down, per client and address',
  ],
  [
    'A token of a deleted client, or of a changed secret',
    'A token is bound to its secret',
    `${AUTHENTICATE}/clients`,
    'a changed secret, another tenant and a deleted client void the tokens',
  ],
  [
    'A member that a caller must not set',
    'Schemas are closed',
    `${EDGE}/edge-bodies`,
    'unknown fields are named, and no operation is called',
  ],
  [
    'A member that changes a prototype',
    'JSON with it is refused',
    'test/security/offer',
    'refuses bodies that are no JSON object, hold __proto__',
  ],
  [
    'An id that is a path to a different file',
    'Ids have a pattern, and encoded separators match no route',
    `${EDGE}/edge-bodies`,
    'ids that name no configuration are not found, and never passed on',
  ],
  [
    'A path or a link out of the public folder',
    'Links are resolved before the folder is compared',
    'services/gateway/test/documents/public-files',
    'a link that leads out is not followed',
  ],
  [
    'A script in an image',
    'A policy that runs no scripts',
    'services/gateway/test/documents/public-files',
    'a policy that stops scripts in an SVG',
  ],
  [
    'A different spelling or method reaches a protected route',
    'The decoded path is matched once',
    `${EDGE}/edge`,
    'no other spelling or method reaches a management route without its credential',
  ],
  [
    'A page of a different site calls the management',
    'No CORS, and the origin is compared',
    `${EDGE}/edge`,
    'preflight and CORS on wallet routes only',
  ],
  [
    'An error tells too much',
    'Answers of a 500 have only an id',
    `${EDGE}/edge`,
    'an unexpected error is a 500 with an id',
  ],
  [
    'A body that is too large, too deep or compressed',
    'Limits for each route',
    `${EDGE}/edge-bodies`,
    'bodies over the limit of their route, and JSON that is too deep',
  ],
  [
    'Internal headers from outside',
    'The gateway removes them',
    `${EDGE}/edge`,
    'host and internal headers from outside have no effect',
  ],
  [
    "An administrator of a tenant learns or occupies another tenant's client id",
    'Chosen ids begin with the tenant',
    'services/gateway/test/tenants/client-operations',
    'an id that an administrator of a tenant chooses meets no client of another tenant',
  ],
];

export const bus: readonly Row[] = [
  [
    'A forged event leads to a webhook',
    'An event names what happened; the session says whether it did',
    'services/webhook-dispatcher/test/forged-events',
    'forged for a session with a webhook for',
  ],
  [
    'A malformed event stops a consumer',
    'Events are read by a total parser',
    `${BUS}/read-event`,
    'never throws, and passes only events with all members that handlers read',
  ],
  [
    'Events come twice, late or in a different order',
    'Compare-and-set, and one delivery for an event',
    'services/webhook-dispatcher/test/crash',
    'events that come twice, late and in any order: one webhook each',
  ],
  [
    'An event that no handler can process blocks the others',
    'A bounded number of attempts, then a dead letter',
    `${BUS}/delivery`,
    'n pauses mean n + 1 attempts of a handler that throws; then the event is a dead letter',
  ],
  [
    'Personal data on the bus',
    'Events have only ids',
    'test/security/erasure-canary.engine',
    'no personal value is readable in the engines, before an erasure or after it',
  ],
];

export const webhooks: readonly Row[] = [
  [
    'A webhook to an inner address',
    'The address is checked at the socket',
    OUTBOUND,
    'no spelling of a forbidden address is connected to',
  ],
  [
    'A name that resolves to an inner address later',
    'A name is resolved once',
    OUTBOUND,
    'a name is resolved once: the connection uses the checked address',
  ],
  ['A redirect to an inner address', 'Redirects are not followed', OUTBOUND, 'a redirect is returned, not followed'],
  [
    'A forged webhook reaches the backend',
    'Standard Webhooks signature',
    `${SENDING}/signature`,
    'an independent verifier accepts the signature, and refuses every change',
  ],
  [
    'A huge, slow or endless answer',
    'Limits of size and time',
    `${SENDING}/send`,
    'the request is signed, has the configured header, and limits of time and answer size',
  ],
  [
    'A dead target holds up the others',
    'A queue and a breaker for each target',
    `${DELIVERY}/target-queues`,
    'the breaker of a failing target opens: its deliveries wait, no attempt is used up, other targets are served',
  ],
];

export const status: readonly Row[] = [
  [
    'A revoked credential becomes valid again by a slow writer',
    'Compare-and-set, and stamps that only rise',
    'services/status/test/change-protocol',
    'a slow writer never lowers a stamp',
  ],
  [
    'Indexes show which credentials were issued together',
    'Each list has its own order',
    'services/status/test/allocation/index-permutation',
    'index and order do not correlate',
  ],
  [
    'An index is given twice',
    'Blocks are leased, and never reused',
    'services/status/test/allocation/allocate',
    'hundreds of parallel allocations of two replicas: no repeats',
  ],
];

export const platform: readonly Row[] = [
  [
    'Personal data in traces',
    'A trace has only fixed fields',
    'test/security/trace-canary',
    'none of it is in a trace',
  ],
  [
    'A line end in a value forges a log line',
    'Lines are JSON',
    `${EDGE}/edge`,
    'line ends and quotes in every place make no extra log line',
  ],
  [
    'Connections that send half a request',
    'Limits of time, and of connections for an address',
    `${EDGE}/edge`,
    'while sockets hang with half a request, other requests are answered',
  ],
  ['Headers without an end', '32 kB of headers', `${EDGE}/edge`, 'headers over 32 kB are refused'],
  [
    'Strangers fill the store with requests',
    'A limit for each address',
    `${EDGE}/edge`,
    'RATE_WALLET limits each address over the costly endpoints',
  ],
  [
    'A dependency in a version that nobody checked',
    'Exact versions, and a list of everything in the image',
    'test/scripts/declared-packages',
    'a package has one exact version in all workspaces',
  ],
  [
    'A pod that is broken into gives away what it never needed',
    'Each pod has only the secrets that its service reads',
    'test/deploy/manifests.deploy',
    'nothing is wrong with the deployment files',
  ],
];
