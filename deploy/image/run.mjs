/** The image's entry: runs the service or command in the first argument, in this process, so that signals arrive. */
const main = (service) => `./bundle/${service}.js`;

/** They accept no more arguments. */
const services = {
  gateway: main('gateway'),
  issuer: main('issuer'),
  verifier: main('verifier'),
  status: main('status'),
  'webhook-dispatcher': main('webhook-dispatcher'),
  standalone: main('standalone'),
};

const [name = '', ...args] = process.argv.slice(2);
// A container's first process ignores signals without a handler. A service has one only once it has started.
const leave = () => process.exit(143);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, leave);
if (Object.hasOwn(services, name) && args.length === 0) {
  await import(services[name]);
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeListener(signal, leave);
} else {
  const { commands } = await import('./bundle/commands.js');
  if (Object.hasOwn(commands, name)) {
    const { runAsProcess } = await import('./bundle/operator.js');
    await runAsProcess([name, ...args]);
  } else {
    list(Object.keys(commands));
  }
}

function list(commands) {
  const asked = name === '--help' || name === '-h';
  const text = `Give one of: ${Object.keys(services).join(', ')}
or a command with its arguments: ${commands.join(', ')}
--help behind a command explains it.
`;
  (asked ? process.stdout : process.stderr).write(text);
  process.exitCode = asked ? 0 : 64;
}
