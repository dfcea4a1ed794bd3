/** Ports: the code's, by their names, all the way from the ingress to the container. */
import { type Facts, METRICS_OFFSET } from '../facts.ts';
import { called, containerOf, type Manifest, ofKind, type Probe } from '../manifest.ts';

export function portFindings(manifests: readonly Manifest[], facts: Facts): readonly string[] {
  return [
    ...facts.services.flatMap((service) => servicePorts(manifests, service, facts.ports[service])),
    ...monitorPorts(manifests),
    ...ingressBackends(manifests),
    ...addressFindings(manifests),
  ];
}

function named(manifests: readonly Manifest[], kind: string, name: string): Manifest | undefined {
  return ofKind(manifests, kind).find(({ metadata }) => metadata.name === name);
}

function servicePorts(manifests: readonly Manifest[], name: string, port: number): readonly string[] {
  const deployment = named(manifests, 'Deployment', name);
  const service = named(manifests, 'Service', name);
  if (deployment === undefined) return [`Deployment/${name} is missing`];
  if (service === undefined) return [`Service/${name} is missing`];
  const container = containerOf(deployment);
  const wanted = { http: port, metrics: port + METRICS_OFFSET };
  const found: string[] = [];
  for (const [portName, number] of Object.entries(wanted)) {
    const listens = container.ports?.find((one) => one.name === portName)?.containerPort;
    if (listens !== number)
      found.push(`${called(deployment)}: port ${portName} is ${listens}, the code's is ${number}`);
    const offered = service.spec.ports.find((one) => one.name === portName);
    if (offered?.port !== number) found.push(`${called(service)}: port ${portName} is ${offered?.port}, not ${number}`);
    if (offered?.targetPort !== portName) found.push(`${called(service)}: port ${portName} leads to another one`);
  }
  const probes = { startupProbe: '/health/live', livenessProbe: '/health/live', readinessProbe: '/health/ready' };
  for (const [kind, path] of Object.entries(probes)) {
    const probe: Probe | undefined = container[kind as 'startupProbe' | 'livenessProbe' | 'readinessProbe'];
    if (probe?.httpGet?.path !== path || probe.httpGet.port !== 'http') {
      found.push(`${called(deployment)}: ${kind} must ask for ${path} at the port http`);
    }
  }
  return found;
}

function monitorPorts(manifests: readonly Manifest[]): readonly string[] {
  return ofKind(manifests, 'ServiceMonitor').flatMap((monitor) =>
    monitor.spec.endpoints
      .filter(({ port, path }) => port !== 'metrics' || path !== '/metrics')
      .map(({ port, path }) => `${called(monitor)}: asks for ${path} at the port ${port}`),
  );
}

function ingressBackends(manifests: readonly Manifest[]): readonly string[] {
  const found: string[] = [];
  for (const ingress of ofKind(manifests, 'Ingress')) {
    const paths = ingress.spec.rules.flatMap(({ http }) => http.paths);
    for (const { backend } of paths) {
      const { name, port } = backend.service;
      const service = named(manifests, 'Service', name);
      const there = service?.spec.ports.some((one) => one.name === port.name) === true;
      if (!there || name !== 'gateway') found.push(`${called(ingress)}: leads to ${name}:${port.name}`);
    }
    // The well-known documents are at the root of the host, for any path of PUBLIC_URL.
    if (!paths.some(({ path }) => path === '/')) found.push(`${called(ingress)}: has no path / for everything`);
  }
  return found;
}

/** The addresses that the services use for each other must be Services in this set. */
function addressFindings(manifests: readonly Manifest[]): readonly string[] {
  const found: string[] = [];
  for (const { data = {} } of ofKind(manifests, 'ConfigMap')) {
    for (const [name, text] of Object.entries(data)) {
      if (!/^(ISSUER|VERIFIER|STATUS|DISPATCHER)_URL$/.test(name)) continue;
      const { hostname, port } = new URL(text);
      const service = named(manifests, 'Service', hostname);
      const there = service?.spec.ports.some((one) => one.name === 'http' && String(one.port) === port) === true;
      if (!there) found.push(`${name}=${text}: there is no such Service or port`);
    }
  }
  return found;
}
