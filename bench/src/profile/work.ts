/** Counted cryptographic work of a flow, and its cost on this machine. */
import { createECDH, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';

/** Times of each kind of work. */
export type Work = Readonly<Record<string, number>>;

/** Work of one flow. */
export function workOf(before: Work, after: Work, flows: number): Work {
  return Object.fromEntries(
    Object.keys(after).map((kind) => [kind, ((after[kind] ?? 0) - (before[kind] ?? 0)) / flows]),
  );
}

/** Microseconds of CPU of each kind of work, one at a time on this machine. */
export function costsHere(): Work {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const jwk = publicKey.export({ format: 'jwk' });
  const ecdh = createECDH('prime256v1');
  const point = ecdh.generateKeys();
  const input = Buffer.alloc(1000);
  const by = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  const signature = sign('sha256', input, by);
  const check = () => verify('sha256', input, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature);
  return {
    'signatures made': microseconds(() => sign('sha256', input, by)),
    'signatures checked': microseconds(check),
    'certificate signatures checked': microseconds(check),
    'key agreements': microseconds(() => ecdh.computeSecret(point)),
    'key pairs made': microseconds(() => createECDH('prime256v1').generateKeys()),
    'keys read': microseconds(() => createPublicKey({ key: jwk, format: 'jwk' })),
  };
}

/** The report: work and cost of both flows, and of the difference. */
export function explained(plain: Work, haip: Work, costs: Work): readonly string[] {
  const kinds = [...new Set([...Object.keys(haip), ...Object.keys(plain)])].sort();
  const total = (work: Work): number =>
    kinds.reduce((sum, kind) => sum + (work[kind] ?? 0) * (costs[kind] ?? 0), 0) / 1000;
  const line = (name: string, ...values: readonly string[]): string =>
    `  ${name.padEnd(32)}${values.map((value) => value.padStart(10)).join('')}`;
  const rows = kinds.map((kind) => {
    const [a = 0, b = 0, cost = 0] = [plain[kind], haip[kind], costs[kind]];
    return line(kind, a.toFixed(2), b.toFixed(2), cost.toFixed(0), (((b - a) * cost) / 1000).toFixed(2));
  });
  return [
    "\nthe server's work per flow, counted in a separate run",
    line('', 'plain', 'HAIP', 'us each', 'ms more'),
    ...rows,
    line('together, ms', total(plain).toFixed(2), total(haip).toFixed(2), '', (total(haip) - total(plain)).toFixed(2)),
  ];
}

/** CPU of a call, which a busy machine does not lengthen as it does the time. */
function microseconds(work: () => unknown): number {
  const times = 2000;
  for (let i = 0; i < times; i += 1) work();
  const before = process.cpuUsage();
  for (let i = 0; i < times; i += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}
