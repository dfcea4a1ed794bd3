/** Everything that a manifest mentions must exist: ConfigMaps with their keys, secrets in the template, volumes, targets. */
import type { Facts } from '../facts.ts';
import { called, containerOf, type KeyItem, type Manifest, ofKind, workloads } from '../manifest.ts';

/** An additional Secret of the operator, next to the template's. */
const OWN_SECRET = 'countersign-configuration';

export function referenceFindings(manifests: readonly Manifest[], template: Manifest, facts: Facts): readonly string[] {
  return [
    ...workloads(manifests).flatMap((workload) => [
      ...volumeFindings(workload),
      ...configMapFindings(manifests, workload),
      ...secretFindings(workload, template),
    ]),
    ...configuredFindings(manifests, facts),
    ...templateFindings(manifests, template, facts),
    ...targetFindings(manifests),
  ];
}

function volumeFindings(workload: Manifest): readonly string[] {
  const { volumes = [] } = workload.spec.template.spec;
  const { volumeMounts = [] } = containerOf(workload);
  const unknown = volumeMounts.filter(({ name }) => !volumes.some((volume) => volume.name === name));
  const unused = volumes.filter(({ name }) => !volumeMounts.some((mount) => mount.name === name));
  return [
    ...unknown.map(({ name }) => `${called(workload)}: mounts the volume ${name}, which it has not`),
    ...unused.map(({ name }) => `${called(workload)}: never mounts its volume ${name}`),
  ];
}

function configMapFindings(manifests: readonly Manifest[], workload: Manifest): readonly string[] {
  const maps = ofKind(manifests, 'ConfigMap');
  const sources = (workload.spec.template.spec.volumes ?? []).flatMap(({ projected }) => projected?.sources ?? []);
  const mentioned: readonly { readonly name: string; readonly items?: readonly KeyItem[] }[] = [
    ...(containerOf(workload).envFrom ?? []).flatMap(({ configMapRef }) => configMapRef ?? []),
    ...sources.flatMap(({ configMap }) => configMap ?? []),
  ];
  return mentioned.flatMap(({ name, items }) => {
    const map = maps.find(({ metadata }) => metadata.name === name);
    if (map === undefined) return [`${called(workload)}: there is no ConfigMap ${name}`];
    const keys = Object.keys(map.data ?? {});
    const missing = (items ?? []).filter(({ key }) => !keys.includes(key));
    const left = items === undefined ? [] : keys.filter((key) => !items.some((item) => item.key === key));
    const wrong = (items ?? []).filter(({ key, path }) => key !== path.replaceAll('/', '.'));
    return [
      ...missing.map(({ key }) => `${called(workload)}: the ConfigMap ${name} has no key ${key}`),
      ...left.map((key) => `${called(workload)}: the key ${key} of the ConfigMap ${name} is not mounted`),
      ...wrong.map(({ key, path }) => `${called(workload)}: the key ${key} is mounted as ${path}`),
    ];
  });
}

function secretFindings(workload: Manifest, template: Manifest): readonly string[] {
  const references = (containerOf(workload).env ?? []).flatMap(({ name, valueFrom }) =>
    valueFrom?.secretKeyRef === undefined ? [] : [{ variable: name, ...valueFrom.secretKeyRef }],
  );
  const volumes = (workload.spec.template.spec.volumes ?? [])
    .flatMap(({ projected }) => projected?.sources ?? [])
    .flatMap(({ secret }) => secret ?? []);
  return [
    ...references
      .filter(({ name }) => name !== template.metadata.name)
      .map(({ name }) => `${called(workload)}: there is no template of the Secret ${name}`),
    ...references
      .filter(({ key }) => template.stringData?.[key] === undefined)
      .map(({ key }) => `${called(workload)}: secret-template.yaml lacks the key ${key}`),
    ...references
      .filter(({ variable, key }) => variable !== key)
      .map(({ variable, key }) => `${called(workload)}: ${variable} comes from the key ${key}`),
    ...volumes
      .filter(({ name, optional }) => name !== OWN_SECRET || optional !== true)
      .map(({ name }) => `${called(workload)}: the Secret ${name} is mounted, and not optional`),
  ];
}

/** Where files of CONFIG_FOLDER are read, they must be mounted. */
function configuredFindings(manifests: readonly Manifest[], { services, configured }: Facts): readonly string[] {
  return services.flatMap((service) => {
    const workload = ofKind(manifests, 'Deployment').find(({ metadata }) => metadata.name === service);
    if (workload === undefined) return [];
    const mounted = containerOf(workload).volumeMounts?.some(({ mountPath }) => mountPath === '/config') === true;
    const wanted = configured.includes(service);
    if (mounted === wanted) return [];
    return [`${called(workload)}: /config is ${mounted ? 'mounted, and not read' : 'read, and not mounted'}`];
  });
}

/** The template lists what is used, without values. */
function templateFindings(manifests: readonly Manifest[], template: Manifest, facts: Facts): readonly string[] {
  const found: string[] = [];
  const used = new Set(workloads(manifests).flatMap((one) => (containerOf(one).env ?? []).map(({ name }) => name)));
  for (const [key, value] of Object.entries(template.stringData ?? {})) {
    if (value !== '') found.push(`secret-template.yaml: ${key} has a value`);
    if (!used.has(key)) found.push(`secret-template.yaml: nothing uses ${key}`);
    if (!facts.secrets.has(key)) found.push(`secret-template.yaml: ${key} is no secret setting`);
  }
  if (ofKind(manifests, 'Secret').length > 0) found.push('A Secret is among the manifests');
  for (const { data = {}, metadata } of ofKind(manifests, 'ConfigMap')) {
    const secrets = Object.keys(data).filter((key) => facts.secrets.has(key));
    found.push(...secrets.map((key) => `ConfigMap/${metadata.name}: ${key} belongs into the secret`));
  }
  return found;
}

function targetFindings(manifests: readonly Manifest[]): readonly string[] {
  const deployments = ofKind(manifests, 'Deployment');
  const scaling = manifests.filter(({ kind }) => ['HorizontalPodAutoscaler', 'ScaledObject'].includes(kind));
  return scaling.flatMap((one) => {
    const { name } = one.spec.scaleTargetRef;
    const target = deployments.find(({ metadata }) => metadata.name === name);
    if (target === undefined) return [`${called(one)}: there is no Deployment ${name}`];
    // Each apply would undo what the autoscaler decided.
    return target.spec.replicas === undefined
      ? []
      : [`${called(target)}: replicas are set although ${called(one)} scales`];
  });
}
