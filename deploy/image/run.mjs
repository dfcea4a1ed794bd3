/** The image's entry: runs what the argument names, in this process, so that signals arrive. */
const shared = './libs/shared/dist/src/runtime';
const service = (name) => `./services/${name}/dist/src/main.js`;
const mains = {
  gateway: service('gateway'),
  issuer: service('issuer'),
  verifier: service('verifier'),
  status: service('status'),
  'webhook-dispatcher': service('webhook-dispatcher'),
  standalone: service('standalone'),
  provision: `${shared}/provision-main.js`,
};

const [name, ...rest] = process.argv.slice(2);
if (!Object.hasOwn(mains, name ?? '') || rest.length > 0) {
  process.stderr.write(`Give one argument, one of: ${Object.keys(mains).join(', ')}\n`);
  process.exit(64);
}
// The first process of a container is deaf to signals that it has no handler for; a service has one once it has started.
const leave = () => process.exit(143);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, leave);
await import(mains[name]);
for (const signal of ['SIGTERM', 'SIGINT']) process.removeListener(signal, leave);
