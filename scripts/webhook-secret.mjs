/**
 * `npm run webhook-secret -- <tenant>`: prints the secret that signs the webhooks of a tenant (`default` in variant A),
 * for webhooks without a `signingSecret` of their own. It stays the same as long as the data is kept.
 */
import { runCommand } from './command.mjs';

await runCommand('operator/dist/src/webhook-secret.js', 'runWebhookSecret');
