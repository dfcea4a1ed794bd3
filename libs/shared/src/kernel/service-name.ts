/** The services. Each runs as a separate process, or all run in one. */
export type ServiceName = 'gateway' | 'issuer' | 'verifier' | 'status' | 'webhook-dispatcher';
