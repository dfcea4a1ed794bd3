/** The services that talk to each other; each is one process or one of several in a process. */
export type ServiceName = 'gateway' | 'issuer' | 'verifier' | 'status' | 'webhook-dispatcher';
