/** The documents of an image: its bill of materials (CycloneDX 1.6) and its provenance (in-toto, SLSA provenance 1). Pure. */
import { createHash } from 'node:crypto';

/** A version 8 UUID (RFC 9562) of a text, so that a second build has the same. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

function packageUrl(name, version) {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

function component(path, { version, integrity, license }) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [algorithm = '', encoded = ''] = (integrity ?? '').split('-', 2);
  const hashes =
    algorithm === 'sha512' ? [{ alg: 'SHA-512', content: Buffer.from(encoded, 'base64').toString('hex') }] : [];
  return {
    ...{
      type: 'library',
      'bom-ref': `${packageUrl(name, version)}#${path}`,
      name,
      version,
      purl: packageUrl(name, version),
    },
    ...(hashes.length > 0 && { hashes }),
    ...(typeof license === 'string' && { licenses: [{ expression: license }] }),
  };
}

/** @param given.paths packages of the image, as package-lock.json names them: `node_modules/…` */
export function billOfMaterials({ lock, paths, version, time }) {
  const components = [...paths].sort().map((path) => {
    const entry = lock.packages[path];
    if (entry === undefined) throw new Error(`${path} is in the image and not in package-lock.json`);
    return component(path, entry);
  });
  const content = {
    metadata: {
      timestamp: new Date(time * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': 'countersign',
        name: 'countersign',
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components,
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  return { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber, version: 1, ...content };
}

function digestOf(text) {
  const [algorithm, value] = text.split(':');
  return { [algorithm]: value };
}

/** A statement without a signature: the builder signs it with a key of their own. */
export function provenance({ digest, base, bill, revision, version, time, node }) {
  const dependencies = [
    { uri: 'git+countersign', digest: { gitCommit: revision } },
    { uri: 'oci:base', digest: digestOf(base) },
  ];
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: `countersign:${version}`, digest: digestOf(digest) },
      { name: 'sbom.cdx.json', digest: digestOf(bill) },
    ],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:countersign:build:image:v1',
        externalParameters: { version },
        internalParameters: { node },
        resolvedDependencies: dependencies,
      },
      runDetails: {
        builder: { id: 'urn:countersign:script:image' },
        metadata: { startedOn: new Date(time * 1000).toISOString() },
      },
    },
  };
}
