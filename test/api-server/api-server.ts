/**
 * A real Kubernetes API server with its etcd, on loopback, built from Go modules: it checks rules that schemas can't
 * express.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Engine, freePort, startEngine } from '../engines/engine.ts';
import { enginesFolder, installOnce, runCommand } from '../engines/provision.ts';

const KUBERNETES = '1.34.2';
const ETCD = '3.5.24';

/** Modules of the repository of Kubernetes that are released with it, by another number. */
const STAGING = [
  'api',
  'apiextensions-apiserver',
  'apimachinery',
  'apiserver',
  'cli-runtime',
  'client-go',
  'cloud-provider',
  'cluster-bootstrap',
  'code-generator',
  'component-base',
  'component-helpers',
  'controller-manager',
  'cri-api',
  'cri-client',
  'csi-translation-lib',
  'dynamic-resource-allocation',
  'endpointslice',
  'externaljwt',
  'kms',
  'kube-aggregator',
  'kube-controller-manager',
  'kube-proxy',
  'kube-scheduler',
  'kubectl',
  'kubelet',
  'metrics',
  'mount-utils',
  'pod-security-admission',
  'sample-apiserver',
  'sample-cli-plugin',
  'sample-controller',
];

export interface Kubernetes {
  /** Runs kubectl against it. @returns its output; rejects if it fails */
  readonly kubectl: (args: readonly string[]) => Promise<string>;
  close(): Promise<void>;
}

/** Builds missing programs: four minutes on two processors, and 1.5 GB of modules. @returns the programs' folder */
async function provision(): Promise<string> {
  const environment = { CGO_ENABLED: '0', GOFLAGS: '-mod=mod -trimpath -buildvcs=false', GOTOOLCHAIN: 'local' };
  const make = async (folder: string, module: string, programs: Readonly<Record<string, string>>): Promise<void> => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'go.mod'), module);
    for (const [name, path] of Object.entries(programs)) {
      const args = ['-n', '19', 'go', 'build', '-ldflags=-s -w', '-o', join(folder, '..', name), path];
      await runCommand('nice', args, { cwd: folder, env: environment });
    }
  };
  await installOnce(`etcd-${ETCD}`, async (part) => {
    const module = `module etcd\n\ngo 1.24\n\nrequire go.etcd.io/etcd/server/v3 v${ETCD}\n`;
    const source = join(part, 'source');
    await mkdir(source, { recursive: true });
    const main =
      'package main\n\nimport (\n\t"os"\n\n\t"go.etcd.io/etcd/server/v3/etcdmain"\n)\n\nfunc main() { etcdmain.Main(os.Args) }\n';
    await writeFile(join(source, 'go.mod'), module);
    await writeFile(join(source, 'main.go'), main);
    const args = ['-n', '19', 'go', 'build', '-ldflags=-s -w', '-o', join(part, 'etcd'), '.'];
    await runCommand('nice', args, { cwd: source, env: environment });
  });
  await installOnce(`kubernetes-${KUBERNETES}`, async (part) => {
    const staged = `v0${KUBERNETES.slice(KUBERNETES.indexOf('.'))}`;
    const replaced = STAGING.map((name) => `\tk8s.io/${name} => k8s.io/${name} ${staged}`).join('\n');
    const module = `module kubernetes\n\ngo 1.24\n\nrequire k8s.io/kubernetes v${KUBERNETES}\n\nreplace (\n${replaced}\n)\n`;
    await make(join(part, 'source'), module, {
      'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
      kubectl: 'k8s.io/kubernetes/cmd/kubectl',
    });
  });
  return enginesFolder();
}

const TOKEN = 'of-this-check-alone';

/** Builds it if it is missing, and starts it. @param folder for data and output */
export async function startKubernetes(folder: string): Promise<Kubernetes> {
  const programs = await provision();
  await mkdir(folder, { recursive: true });
  const [client, peer, port] = [await freePort(), await freePort(), await freePort()];
  const etcd = await startEngine({
    name: 'etcd',
    url: `http://127.0.0.1:${client}`,
    port: client,
    folder: join(folder, 'etcd'),
    command: () => ({ file: join(programs, `etcd-${ETCD}`, 'etcd'), args: etcdArguments(folder, client, peer) }),
    answers: async () => (await fetch(`http://127.0.0.1:${client}/health`)).ok,
  });
  const bin = join(programs, `kubernetes-${KUBERNETES}`);
  const kubectl = (args: readonly string[]): Promise<string> => {
    const server = ['--server', `https://127.0.0.1:${port}`, '--insecure-skip-tls-verify', '--token', TOKEN];
    const env = { HOME: folder, KUBECONFIG: '/dev/null' };
    return runCommand(join(bin, 'kubectl'), [...server, ...args], { env });
  };
  const own = join(folder, 'api-server');
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'tokens.csv'), `${TOKEN},check,1,system:masters\n`);
  await runCommand('openssl', ['genrsa', '-out', join(own, 'accounts.key'), '2048']);
  let server: Engine;
  try {
    server = await startEngine({
      name: 'kube-apiserver',
      url: `https://127.0.0.1:${port}`,
      port,
      folder: own,
      command: () => ({ file: join(bin, 'kube-apiserver'), args: serverArguments(own, port, client) }),
      answers: async () => (await kubectl(['get', '--raw', '/readyz'])).includes('ok'),
    });
  } catch (error) {
    await etcd.kill();
    throw error;
  }
  return {
    kubectl,
    close: async () => {
      await server.stop();
      await etcd.stop();
    },
  };
}

function etcdArguments(folder: string, client: number, peer: number): readonly string[] {
  const at = (number: number): string => `http://127.0.0.1:${number}`;
  return [
    '--data-dir',
    join(folder, 'etcd', 'data'),
    '--log-level',
    'warn',
    '--unsafe-no-fsync',
    '--listen-client-urls',
    at(client),
    '--advertise-client-urls',
    at(client),
    '--listen-peer-urls',
    at(peer),
    '--initial-advertise-peer-urls',
    at(peer),
    '--initial-cluster',
    `default=${at(peer)}`,
  ];
}

function serverArguments(folder: string, port: number, etcd: number): readonly string[] {
  const accounts = join(folder, 'accounts.key');
  return [
    '--etcd-servers',
    `http://127.0.0.1:${etcd}`,
    '--secure-port',
    String(port),
    '--bind-address',
    '127.0.0.1',
    '--cert-dir',
    join(folder, 'certificates'),
    '--token-auth-file',
    join(folder, 'tokens.csv'),
    '--service-account-issuer',
    'https://kubernetes.default.svc',
    '--service-account-key-file',
    accounts,
    '--service-account-signing-key-file',
    accounts,
    '--service-cluster-ip-range',
    '10.96.0.0/16',
    // No controller creates the accounts that it would look for.
    '--authorization-mode',
    'RBAC',
    '--disable-admission-plugins',
    'ServiceAccount',
  ];
}
