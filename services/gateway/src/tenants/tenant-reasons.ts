/** Reasons of refusals: tenants and management clients from the API. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const tenantReasons = {
  managed_tenant_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'There is no tenant with this id that the caller may manage.',
    hint: 'List the tenants to see their ids. A tenant administrator manages only that tenant.',
    facts: [],
  },
  tenant_id_reserved: {
    step: 'management',
    blame: 'backend',
    explanation: "The id is the first word of one of this server's paths, so a tenant cannot have it.",
    hint: 'Choose an id that is not one of the reserved words in docs/how-to/upgrading.md.',
    facts: [],
  },
  tenant_id_taken: {
    step: 'management',
    blame: 'backend',
    explanation: 'The id belongs to a tenant, or to an erased tenant.',
    hint: 'Choose a different id. Verifiers may still have status list addresses with this one.',
    facts: ['state'],
  },
  tenant_of_files: {
    step: 'management',
    blame: 'operator',
    explanation: 'The tenant is defined in a folder, clients.json or the environment, which a request cannot change.',
    hint: 'Remove its folder and its clients there. POST /tenants with its id then turns it into an API tenant, with all its data.',
    facts: [],
  },
  tenant_state: {
    step: 'management',
    blame: 'backend',
    explanation: "The tenant's state does not allow this.",
    hint: 'Suspend an active tenant before you erase it. An erasure that has started cannot be undone.',
    facts: ['state'],
  },
  managed_client_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has no client with this id.',
    hint: 'Use an id from GET /tenants/{id}/clients.',
    facts: [],
  },
  managed_client_taken: {
    step: 'management',
    blame: 'backend',
    explanation: 'A client with this id already exists.',
    hint: 'Choose a different id, or omit it to receive a new one.',
    facts: [],
  },
  managed_client_of_files: {
    step: 'management',
    blame: 'operator',
    explanation: 'The client is defined in clients.json or the environment, which a request cannot change.',
    hint: 'Change it in its file. Its tokens become invalid when its secret changes.',
    facts: [],
  },
  client_secrets_overlap: {
    step: 'management',
    blame: 'backend',
    explanation:
      'An earlier rotation still accepts the previous secret. A third secret would end one that may be in use.',
    hint: 'Wait until the overlap has ended, or send `overlap` 0, which immediately ends every other secret.',
    facts: ['retryAfterSeconds'],
  },
} as const satisfies ReasonEntries;
