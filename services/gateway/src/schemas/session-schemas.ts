/** JSON Schemas of a session as a backend reads it, for the API description. Answers may gain fields: they are open. */

import { optionalPartyChecks } from '@countersign/shared/configuration-documents/tenant-file';
import { webhookConfigSchema } from '@countersign/shared/configuration-documents/webhook';
import {
  choice,
  dateTime,
  freeObject,
  open,
  SESSION_ID,
  statusValue,
  text,
} from '@countersign/shared/http/schema-parts';
import { errorKinds } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Reason } from '@countersign/shared/kernel/reasons/reasons';
import { offerRequestSchema } from '@countersign/shared/messages/offer-request';
import { issuanceErrors, presentationErrors } from '@countersign/shared/model/session/session-errors';
import { walletStepNames } from '@countersign/shared/model/session/wallet-step';
import { reasons } from '../reasons.ts';
import { issuanceStates, presentationStates, sessionStatuses } from './session-states.ts';
import { authorizeQueriesSchema } from './wallet-schemas.ts';

/** States with their meanings, as text for a description. */
function listed(states: Readonly<Record<string, string>>): string {
  return Object.entries(states)
    .map(([state, meaning]) => `\`${state}\`: ${meaning}`)
    .join('. ');
}

export const sessionStatusSchema: JsonObject = choice(
  'SessionStatus',
  sessionStatuses,
  `Issuance: ${listed(issuanceStates)}. Presentation: ${listed(presentationStates)}.`,
);

const issuedCredential = open('IssuedCredential', ['credentialConfigurationId', 'issuedAt'], {
  credentialConfigurationId: text,
  issuedAt: dateTime,
  status: {
    ...open('IssuedCredentialStatus', ['uri', 'idx', 'value'], {
      uri: text,
      idx: { type: 'integer' },
      value: statusValue,
    }),
    description: 'Its place in a status list, and the value there; absent for a configuration with `short_lived`',
  },
  notification_id: text,
});

const notification = open('WalletNotification', ['notification_id', 'event', 'at'], {
  notification_id: text,
  event: { type: 'string', enum: ['credential_accepted', 'credential_failure', 'credential_deleted'] },
  event_description: text,
  at: dateTime,
});

const credentialSigner = open('CredentialSigner', ['subject', 'issuer', 'fingerprint'], {
  subject: { ...text, description: 'Distinguished name of the certificate' },
  issuer: { ...text, description: 'Distinguished name of what issued the certificate' },
  fingerprint: { ...text, description: 'SHA-256 of the certificate: hexadecimal pairs, by colons' },
  list: open('SignerListEntry', ['id', 'url', 'sequenceNumber', 'entity', 'service'], {
    id: { ...text, description: "The tenant's name for the trust list whose entry decided" },
    url: { ...text, description: 'Address of the list' },
    sequenceNumber: { type: 'integer', description: 'Number of the list' },
    entity: { ...text, description: 'Name of the listed entity' },
    service: { ...text, description: 'Type of its service' },
    category: {
      type: 'string',
      enum: ['qualified', 'public-body'],
      description: 'The category that the credential claims and the entry confirms; absent if it claims none',
    },
    publicBody: open('PublicBodyStatement', ['country', 'authenticSource', 'legislation'], {
      country: { ...text, description: 'Country whose law lets the public body issue the credential, or `EU`' },
      authenticSource: { ...text, description: 'Identifier of the authentic source' },
      legislation: { ...text, description: 'Identifier of the law' },
    }),
  }),
});

const confirmedTransactions = open('ConfirmedTransactions', ['transactionData'], {
  transactionData: {
    type: 'array',
    items: text,
    description:
      "The confirmed entries of the request's `transaction_data`: the base64url strings whose bytes were hashed",
  },
  authentication: open('StrongAuthentication', ['jti', 'responseMode', 'amr'], {
    jti: { ...text, description: "The wallet's authentication code (PSD2), accepted once" },
    responseMode: { ...text, description: 'Response mode that the wallet signed' },
    amr: {
      type: 'array',
      items: { type: 'object', additionalProperties: text },
      description: 'Factors that the wallet applied: one member each, the category with its method',
    },
  }),
});

const partyChecks = {
  type: 'array',
  items: { type: 'string', enum: ['authenticity', ...optionalPartyChecks] },
  description: 'For an intermediary: what it checks for the party, as agreed when the request was made',
} as const;

const presentedCredential = open('PresentedCredential', ['id', 'values'], {
  id: { ...text, description: 'Id of the credential query' },
  values: { ...freeObject, description: 'Claims of an SD-JWT VC; of an mdoc its elements by namespace' },
  signer: credentialSigner,
  issuerBound: {
    type: 'boolean',
    description: 'False if nothing binds `iss` to the signer: decide by `signer`; absent otherwise',
  },
  statusUnknown: { type: 'boolean', description: 'True if the status list was unavailable' },
  confirmed: confirmedTransactions,
  raw: {
    ...open('RawPresentation', ['presentation'], {
      presentation: {
        ...text,
        description: 'SD-JWT VC with its Key Binding JWT; of an mdoc the DeviceResponse in base64url',
      },
      sessionTranscripts: {
        type: 'array',
        items: text,
        description:
          'Of an mdoc, base64url: the SessionTranscript that the device signed, or several that it may have signed',
      },
    }),
    description:
      'The presentation as sent, for a query in `raw`: only in webhooks and in the reply to a redeemed `response_code`',
  },
});

/** The catalogue's texts about a reason. */
const explanationMembers = {
  reason: { ...text, description: 'Name of the catalogue, which `GET /docs/reasons/{reason}` explains' },
  explanation: { ...text, description: 'What was wrong' },
  hint: { ...text, description: 'What to change' },
} as const;

function explanations(errors: Readonly<Record<string, Reason>>): string {
  return listed(Object.fromEntries(Object.entries(errors).map(([code, reason]) => [code, meaningOf(reason)])));
}

/** The explanation without its full stop. */
function meaningOf(reason: Reason): string {
  return reasons[reason].explanation.slice(0, -1);
}

const ofPresentations = Object.fromEntries(presentationErrors.map((reason) => [reason, reason]));

/** Open: a wallet may report a code that no standard has. */
const sessionErrorCode: JsonObject = {
  ...text,
  'x-extensible-enum': [...new Set([...Object.keys(issuanceErrors), ...presentationErrors])],
  description: `Issuance: ${explanations(issuanceErrors)}. Presentation: ${explanations(ofPresentations)}; or the code that the wallet responded with`,
};

const sessionError = open('SessionError', ['code'], {
  code: sessionErrorCode,
  ...explanationMembers,
  credential: { ...text, description: 'Id of the credential query that it is about' },
  description: text,
});

const lastError = open(
  'LastError',
  ['code', 'step', 'at', 'description'],
  {
    code: choice('ErrorCode', Object.keys(errorKinds), 'Error code'),
    step: choice('WalletStep', walletStepNames, 'What the wallet was doing'),
    at: dateTime,
    description: text,
    ...explanationMembers,
    credential: { ...text, description: 'Id of the credential query that it is about' },
  },
  { description: 'What the wallet was refused last; it stays when the wallet succeeds later' },
);

export const searchHitSchema: JsonObject = open('SearchHit', ['found', 'session', 'status', 'createdAt'], {
  found: {
    type: 'string',
    enum: ['session', 'delivery', 'reference'],
    description: "What matches: the session's id, the id of one of its webhook deliveries, or its `state`",
  },
  session: { ...text, description: 'Id of the session' },
  status: sessionStatusSchema,
  createdAt: dateTime,
  kind: { type: 'string', enum: ['issuance', 'presentation'] },
  configurations: { type: 'array', items: text },
  state: { ...text, description: 'Reference of the backend' },
});

export const sessionSchema: JsonObject = open(
  'Session',
  ['id', 'createdAt', 'status'],
  {
    id: text,
    createdAt: dateTime,
    updatedAt: dateTime,
    expiresAt: dateTime,
    status: sessionStatusSchema,
    kind: { type: 'string', enum: ['issuance', 'presentation'] },
    configurations: {
      type: 'array',
      items: text,
      description: 'Ids of the credential configurations that were offered, or of the presentation configuration',
    },
    state: { ...text, description: 'Your reference' },
    dryRun: { type: 'boolean', const: true, description: "Set for a dry run's session" },
    tenantId: { ...text, description: 'Variant B' },
    credentials: { type: 'array', items: presentedCredential },
    credentialsErased: {
      type: 'boolean',
      description: 'True if the presented claims were erased after the webhook received them',
    },
    checks: partyChecks,
    auth_queries: authorizeQueriesSchema,
    request_uri: text,
    vp_nonce: text,
    offerSession: { ...text, description: "The offer's session, if this is one of several redemptions" },
    firstSession: { ...text, description: 'Session of the first issuance, if a refresh token started this one' },
    redemptions: open('Redemptions', ['limit', 'redeemed'], {
      limit: { type: 'integer', description: 'Most wallets that may redeem the offer' },
      redeemed: { type: 'integer', description: 'Number of wallets that received an access token' },
    }),
    offer: { ...freeObject, description: 'Credential offer (OpenID4VCI 1.0, 4.1.1) without its codes' },
    credentialPayload: shownOffer(),
    webhook: webhookConfigSchema,
    notifications: { type: 'array', items: notification },
    issued: { type: 'array', items: issuedCredential },
    claimsStatus: { type: 'string', enum: ['expected', 'answered', 'ready', 'failed'] },
    error: sessionError,
    lastError,
  },
  {
    description: 'Secrets in it are masked as `***`',
    example: {
      id: SESSION_ID,
      status: 'created',
      state: 'order-1',
      createdAt: '2026-01-26T09:30:00.000Z',
      updatedAt: '2026-01-26T09:30:00.000Z',
      expiresAt: '2026-01-27T09:30:00.000Z',
    },
  },
);

/** An offer request as the session shows it: without transaction code and `response_type`. */
function shownOffer(): JsonObject {
  const { response_type: _, tx_code: __, ...shown } = offerRequestSchema.properties as JsonObject;
  return open('ShownOfferRequest', ['credentialConfigurationIds'], shown);
}

/** The result of a presentation, for the backend that posted its page's response. */
export const pageResultSchema: JsonObject = open(
  'PageResult',
  ['session', 'status'],
  {
    session: { ...text, description: 'Session id' },
    status: {
      type: 'string',
      enum: ['verified', 'requested'],
      description:
        "verified: the presentation was accepted. requested: the page's error was recorded, and the request stays open",
    },
    credentials: { type: 'array', items: presentedCredential },
    credentialsErased: {
      type: 'boolean',
      description: 'True in a repeated response if the presented claims were erased after the webhook received them',
    },
    checks: partyChecks,
  },
  {
    example: {
      session: SESSION_ID,
      status: 'verified',
      credentials: [{ id: 'pid', values: { given_name: 'Erika', family_name: 'Mustermann' } }],
    },
  },
);
