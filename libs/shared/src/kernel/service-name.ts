/** The services. Each runs as a process of its own, or all run in one. */
export type ServiceName = 'gateway' | 'issuer' | 'verifier' | 'status' | 'webhook-dispatcher';
