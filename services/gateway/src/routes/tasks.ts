/**
 * The tasks of an API description's readers: each row of the route table belongs to one task, and `/docs` shows them in
 * this order.
 */

interface DescribedTask {
  readonly title: string;
  readonly text: string;
}

export const tasks = {
  offers: { title: 'Offers', text: 'Issue a credential: your backend creates an offer, and the wallet redeems it.' },
  requests: {
    title: 'Presentation requests',
    text: 'Ask a wallet to present credentials, and read the verified result.',
  },
  sessions: {
    title: 'Sessions',
    text: 'Follow what a wallet does with an offer or a request, and read why it failed.',
  },
  configurations: {
    title: 'Configurations',
    text: 'Configure what can be issued and requested, try it with the test wallet, and move it between servers.',
  },
  revocation: {
    title: 'Credentials and revocation',
    text: 'Revoke or suspend issued credentials, and see their status.',
  },
  webhooks: {
    title: 'Webhooks and events',
    text: 'Receive results, resend failed webhooks, and rotate the signing secret.',
  },
  tenants: { title: 'Tenants and clients', text: 'Create tenants, and the clients that may call for them.' },
  keys: {
    title: 'Keys and trust',
    text: 'See and rotate keys, and set which issuers and wallet providers are trusted.',
  },
  access: { title: 'Signing in', text: 'Get a bearer token, or sign in at the console.' },
  operations: { title: 'Operations', text: 'Check health, settings, activity and the audit log.' },
  pages: { title: 'Pages and files', text: 'What browsers, editors and build tools load from this server.' },
  wallets: {
    title: 'Wallet protocol endpoints',
    text: 'Wallets and verifiers find these in the metadata and call them. Your backend does not need them.',
  },
} as const satisfies Readonly<Record<string, DescribedTask>>;

export type Task = keyof typeof tasks;
