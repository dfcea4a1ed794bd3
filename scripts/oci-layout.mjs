/** Images as folders of the OCI image layout: what `skopeo`, `podman` and `crane` copy to a registry. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const MEDIA = 'application/vnd.oci.image';

export function sha256(bytes) {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

function blobPath(folder, digest) {
  return join(folder, 'blobs', ...digest.split(':'));
}

/** @throws Error where the blob does not match its digest */
function readBlob(folder, digest) {
  const bytes = readFileSync(blobPath(folder, digest));
  if (sha256(bytes) !== digest) throw new Error(`${digest} in ${folder} is damaged`);
  return bytes;
}

/** The image of a layout that is for this platform: `{ digest, manifest, config }`. */
export function readLayout(folder, { os, architecture }) {
  let descriptors = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')).manifests;
  for (;;) {
    const fits = ({ platform }) =>
      platform === undefined || (platform.os === os && platform.architecture === architecture);
    const [found, ...more] = descriptors.filter(fits);
    if (found === undefined || more.length > 0)
      throw new Error(`${folder} holds not one image for ${os}/${architecture}`);
    const content = JSON.parse(readBlob(folder, found.digest));
    if (content.manifests === undefined) {
      const config = JSON.parse(readBlob(folder, content.config.digest));
      if (config.architecture !== architecture || config.os !== os) {
        throw new Error(`The base is for ${config.os}/${config.architecture}, this is ${os}/${architecture}`);
      }
      return { digest: found.digest, manifest: content, config };
    }
    descriptors = content.manifests;
  }
}

/** The instructions of the last stage of a Dockerfile that say how the image runs. Pure. */
export function runConfig(dockerfile) {
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM ') + 1).replaceAll(/\\\n\s*/g, ' ');
  const all = (name) => [...stage.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, text]) => text);
  const pairs = (texts) => texts.flatMap((text) => [...text.matchAll(/([\w.]+)=("[^"]*"|\S+)/g)]);
  const unquoted = (text) => text.replace(/^"(.*)"$/, '$1');
  const [check = ''] = all('HEALTHCHECK');
  const nanoseconds = (name) => Number(new RegExp(`--${name}=(\\d+)s`).exec(check)?.[1] ?? 0) * 1e9;
  return {
    env: pairs(all('ENV')).map(([, name, value]) => `${name}=${unquoted(value)}`),
    config: {
      User: all('USER')[0],
      WorkingDir: all('WORKDIR')[0],
      Entrypoint: JSON.parse(all('ENTRYPOINT')[0]),
      Cmd: JSON.parse(all('CMD').at(-1)),
      ExposedPorts: Object.fromEntries(
        all('EXPOSE').flatMap((text) => text.split(' ').map((port) => [`${port}/tcp`, {}])),
      ),
      StopSignal: all('STOPSIGNAL')[0],
      Labels: Object.fromEntries(pairs(all('LABEL')).map(([, name, value]) => [name, unquoted(value)])),
      Healthcheck: {
        Test: ['CMD', ...JSON.parse(/CMD (\[.*\])/.exec(check)?.[1] ?? '[]')],
        ...{
          Interval: nanoseconds('interval'),
          Timeout: nanoseconds('timeout'),
          StartPeriod: nanoseconds('start-period'),
        },
        Retries: Number(/--retries=(\d+)/.exec(check)?.[1] ?? 0),
      },
    },
  };
}

function mergedEnv(base = [], own) {
  const names = own.map((entry) => entry.split('=', 1)[0]);
  return [...base.filter((entry) => !names.includes(entry.split('=', 1)[0])), ...own];
}

/**
 * Writes an image of a base and one layer. Every byte follows from the arguments.
 * @param given.layer tar archive; given.time seconds since 1970; given.run of `runConfig`
 * @returns the digest of the manifest, by which the image is pinned
 */
export function writeLayout({ out, base, platform, layer, time, run, version, revision }) {
  const from = readLayout(base, platform);
  const created = new Date(time * 1000).toISOString();
  const packed = gzipSync(layer, { level: 9 });
  mkdirSync(join(out, 'blobs', 'sha256'), { recursive: true });
  const write = (bytes, mediaType, more = {}) => {
    writeFileSync(blobPath(out, sha256(bytes)), bytes);
    return { mediaType, digest: sha256(bytes), size: bytes.length, ...more };
  };
  for (const { digest } of from.manifest.layers) writeFileSync(blobPath(out, digest), readBlob(base, digest));
  const own = from.config.config ?? {};
  const labels = { ...own.Labels, ...run.config.Labels, 'org.opencontainers.image.version': version };
  const config = {
    ...{ created, architecture: platform.architecture, os: platform.os },
    config: { ...own, ...run.config, Env: mergedEnv(own.Env, run.env), Labels: labels },
    rootfs: { type: 'layers', diff_ids: [...from.config.rootfs.diff_ids, sha256(layer)] },
    history: [...(from.config.history ?? []), { created, created_by: `countersign ${version}` }],
  };
  const manifest = {
    schemaVersion: 2,
    mediaType: `${MEDIA}.manifest.v1+json`,
    config: write(Buffer.from(JSON.stringify(config)), `${MEDIA}.config.v1+json`),
    layers: [...from.manifest.layers, write(packed, `${MEDIA}.layer.v1.tar+gzip`)],
    annotations: {
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.revision': revision,
      'org.opencontainers.image.base.digest': from.digest,
    },
  };
  const named = { platform, annotations: { 'org.opencontainers.image.ref.name': version } };
  const descriptor = write(Buffer.from(JSON.stringify(manifest)), manifest.mediaType, named);
  writeFileSync(join(out, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  writeFileSync(join(out, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [descriptor] }));
  return { digest: descriptor.digest, base: from.digest };
}
