/**
 * The programs that build and run containers, with their images and networks in separate folders: buildah, podman and
 * podman-compose. If systemd doesn't manage /sys, as on many build servers, only some of their options work: these.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findPython, installOnce, installWheels, runCommand, versioned } from '../engines/provision.ts';

/** Debian's packages, by the program to look for. */
const packages: Readonly<Record<string, string>> = {
  buildah: 'buildah',
  podman: 'podman',
  runc: 'runc',
  '/usr/lib/podman/netavark': 'netavark',
  '/usr/lib/podman/aardvark-dns': 'aardvark-dns',
  iptables: 'iptables',
  debootstrap: 'debootstrap',
};

const COMPOSE = 'podman-compose.txt';

export interface Programs {
  readonly buildah: (args: readonly string[], show?: boolean) => Promise<string>;
  readonly podman: (args: readonly string[], show?: boolean) => Promise<string>;
  readonly compose: (args: readonly string[], show?: boolean) => Promise<string>;
}

/** `COUNTERSIGN_IMAGES`, otherwise `~/.cache/countersign/images`. */
export function imagesFolder(): string {
  const given = process.env.COUNTERSIGN_IMAGES;
  return given === undefined || given === '' ? join(homedir(), '.cache', 'countersign', 'images') : given;
}

/** @returns Debian packages that are missing */
export function missingPackages(): readonly string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return Object.entries(packages)
    .filter(([program]) => !(program.startsWith('/') ? [program] : folders.map((one) => join(one, program))).some(runs))
    .map(([, name]) => name);
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs Debian packages. @throws Error if apt-get fails */
export function installPackages(names: readonly string[]): void {
  for (const args of [
    ['-q', 'update'],
    ['-q', '-y', '--no-install-recommends', 'install', ...names],
  ]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { status } = spawnSync('apt-get', args, { stdio: 'inherit', env });
    if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed`);
  }
}

/**
 * The programs with a separate store.
 * @param work a folder for state and networks, removed at the end
 */
export async function openPrograms(work: string): Promise<Programs> {
  const python = await findPython();
  const wheels = await installOnce(versioned(`podman-compose-${python.tag}`, [COMPOSE]), (part) =>
    installWheels(python, COMPOSE, part),
  );
  const networks = join(work, 'networks');
  mkdirSync(networks, { recursive: true });
  const storage = join(work, 'storage.conf');
  const containers = join(work, 'containers.conf');
  writeFileSync(
    storage,
    `[storage]\ndriver = "overlay"\ngraphroot = "${imagesFolder()}/storage"\nrunroot = "${work}/run"\n`,
  );
  // No systemd, no changes to limits, and one store for buildah and podman.
  writeFileSync(
    containers,
    [
      '[engine]',
      'runtime = "runc"',
      'cgroup_manager = "cgroupfs"',
      'events_logger = "file"',
      `tmp_dir = "${work}/libpod"`,
      '[network]',
      'network_backend = "netavark"',
      `network_config_dir = "${networks}"`,
      '[containers]',
      'default_ulimits = ["nofile=1024:4096", "nproc=4096:4096"]',
      '',
    ].join('\n'),
  );
  const env = {
    CONTAINERS_STORAGE_CONF: storage,
    CONTAINERS_CONF: containers,
    BUILDAH_ISOLATION: 'chroot',
    PYTHONPATH: wheels,
    PYTHONNOUSERSITE: '1',
  };
  const program =
    (file: string, first: readonly string[] = []) =>
    (args: readonly string[], show = false): Promise<string> =>
      runCommand(file, [...first, ...args], { env, show });
  return {
    buildah: program('buildah'),
    podman: program('podman'),
    // Don't wait endlessly for a container that never becomes healthy.
    compose: program('timeout', ['180', python.file, '-m', 'podman_compose', '--in-pod', 'false']),
  };
}
