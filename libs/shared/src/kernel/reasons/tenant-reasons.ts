/** Reasons of refusals: tenants and management clients that the interface makes. */
import type { ReasonEntries } from './reason.ts';

export const tenantReasons = {
  tenant_suspended: {
    step: 'any',
    blame: 'operator',
    explanation: 'The platform has suspended the tenant, so its wallets and backends wait.',
    hint: 'Ask who runs the platform; POST /tenants/{id}/resume ends the suspension.',
    facts: [],
  },
  tenant_erased: {
    step: 'any',
    blame: 'operator',
    explanation: 'The platform has erased the tenant; nothing but its status lists is served.',
    hint: 'Use another tenant: the id is not given again, and GET /tenants/{id} has the receipt.',
    facts: [],
  },
  managed_tenant_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'There is no tenant of this id that the caller may manage.',
    hint: 'List the tenants to see their ids; an administrator of one tenant manages that one alone.',
    facts: [],
  },
  tenant_id_reserved: {
    step: 'management',
    blame: 'backend',
    explanation: 'The id is a first word of a path of this server, so it can not name a tenant.',
    hint: 'Choose an id that is none of the reserved words of docs/upgrading.md.',
    facts: [],
  },
  tenant_id_taken: {
    step: 'management',
    blame: 'backend',
    explanation: 'The id belongs to a tenant, or belonged to one that was erased.',
    hint: 'Choose another id: relying parties may still hold addresses of status lists with it.',
    facts: ['state'],
  },
  tenant_of_files: {
    step: 'management',
    blame: 'operator',
    explanation: 'The tenant comes from a folder, clients.json or the environment, which no request changes.',
    hint: 'Remove its folder and its clients there; POST /tenants with its id then makes it one of the interface, with all its data.',
    facts: [],
  },
  tenant_state: {
    step: 'management',
    blame: 'backend',
    explanation: 'The state of the tenant does not allow this.',
    hint: 'Suspend an active tenant before it is erased; a tenant whose erasure has begun stays erased.',
    facts: ['state'],
  },
  managed_client_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has no client of this id.',
    hint: 'Take the id from GET /tenants/{id}/clients.',
    facts: [],
  },
  managed_client_taken: {
    step: 'management',
    blame: 'backend',
    explanation: 'A client of this id exists, of this tenant or of another one.',
    hint: 'Choose another id, or leave it out and get one.',
    facts: [],
  },
  managed_client_of_files: {
    step: 'management',
    blame: 'operator',
    explanation: 'The client comes from clients.json or the environment, which no request changes.',
    hint: 'Change it where it is written; its tokens end with its secret.',
    facts: [],
  },
  client_secrets_overlap: {
    step: 'management',
    blame: 'backend',
    explanation:
      'An earlier change of the secret still accepts the one before it; a third secret would end one that may be in use.',
    hint: 'Wait until the overlap has ended, or send `overlap` 0, which ends every other secret at once.',
    facts: ['retryAfterSeconds'],
  },
  trust_anchor_invalid: {
    step: 'management',
    blame: 'backend',
    explanation: 'The trust anchor cannot be stored; `errors` lists what is wrong with its certificates or limits.',
    hint: 'Send CA certificates in PEM that have not expired, and limits only for issuers.',
    facts: ['parameters', 'count'],
  },
  trust_anchor_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has no anchor with this purpose and id that was written through the API.',
    hint: 'Take purpose and id from GET /trust; anchors with the source `file` are removed with their file.',
    facts: [],
  },
  trust_anchors_full: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has as many trust anchors as the API stores.',
    hint: 'Delete anchors that are no longer needed, or put several certificates under one id.',
    facts: ['count'],
  },
} as const satisfies ReasonEntries;
