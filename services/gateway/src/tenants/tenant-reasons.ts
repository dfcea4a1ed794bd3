/** Reasons of refusals: tenants and management clients that the interface makes. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const tenantReasons = {
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
    hint: 'Choose an id that is none of the reserved words of docs/how-to/upgrading.md.',
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
    explanation: 'A client with this id exists.',
    hint: 'Choose another id, or leave it out to get a new one.',
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
} as const satisfies ReasonEntries;
