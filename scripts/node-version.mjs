/**
 * Ends the process with one clear line if Node is too old. Scripts import it before everything else, because packages
 * fail with a SyntaxError there. So it uses nothing that an old Node lacks.
 */
const NEEDED = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    `Countersign needs Node ${NEEDED.join('.')} or later. This is Node ${process.versions.node}: install a newer one (https://nodejs.org) and run the command again.\n`,
  );
  process.exit(1);
}
