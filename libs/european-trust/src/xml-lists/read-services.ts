/** Providers and their services (ETSI TS 119 612, 5.4 to 5.6). Pure. */
import type { ListEntry, ServiceState, SkippedService } from './list-value.ts';
import { englishName, identityOf, textsOf, timeOf } from './read-values.ts';
import { childrenNamed, descend, onlyChild, textIn, type XmlElement } from './xml-element.ts';
import { XmlListError } from './xml-list-error.ts';

export interface Services {
  readonly entries: readonly ListEntry[];
  readonly skipped: readonly SkippedService[];
}

/** Extensions of a service that are read, or that restrict nothing for attestations (5.5.9). */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  'tsl:AdditionalServiceInformation',
  'tsl:ExpiredCertsRevocationInfo',
  'more:TakenOverBy',
  'sie:Qualifications',
]);

/** @param root of a verified list */
export function readServices(root: XmlElement): Services {
  const entries: ListEntry[] = [];
  const skipped: SkippedService[] = [];
  const providers = descend(root, 'tsl:TrustServiceProviderList')?.children ?? [];
  for (const [number, provider] of providers.entries()) {
    const information = onlyChild(provider, 'tsl:TSPInformation');
    if (hasCriticalExtension(information, 'tsl:TSPInformationExtensions', new Set())) {
      throw new XmlListError('critical_extension', 'A provider has a critical extension that is not understood');
    }
    const name = onlyChild(information, 'tsl:TSPName');
    const names = [...textsOf(name, 'tsl:Name'), ...textsOf(onlyChild(information, 'tsl:TSPTradeName'), 'tsl:Name')];
    for (const service of childrenNamed(onlyChild(provider, 'tsl:TSPServices'), 'tsl:TSPService')) {
      const read = readService(service);
      const named = { entity: englishName(name), service: serviceName(service) };
      if (typeof read === 'string') skipped.push({ ...named, problem: read });
      else entries.push({ provider: number, ...named, ...read, entityNames: names });
    }
  }
  return { entries, skipped };
}

type Read = ServiceState & Pick<ListEntry, 'history'>;

/** @returns why the service is skipped, if it is */
function readService(service: XmlElement): Read | SkippedService['problem'] {
  const information = onlyChild(service, 'tsl:ServiceInformation');
  if (hasCriticalExtension(information, 'tsl:ServiceInformationExtensions', UNDERSTOOD)) return 'critical extension';
  const state = readState(information);
  if (typeof state === 'string') return state;
  const instances = childrenNamed(onlyChild(service, 'tsl:ServiceHistory'), 'tsl:ServiceHistoryInstance');
  const history: ServiceState[] = [];
  for (const instance of instances) {
    const earlier = readState(instance);
    if (typeof earlier === 'string') return 'history';
    history.push(earlier);
  }
  return { ...state, history };
}

function readState(element: XmlElement | undefined): ServiceState | 'certificate' | 'state' {
  const serviceType = textIn(onlyChild(element, 'tsl:ServiceTypeIdentifier'));
  const status = textIn(onlyChild(element, 'tsl:ServiceStatus'));
  const since = timeOf(onlyChild(element, 'tsl:StatusStartingTime'));
  if (serviceType === undefined || status === undefined || since === undefined) return 'state';
  const identity = identityOf(onlyChild(element, 'tsl:ServiceDigitalIdentity'));
  return identity === undefined ? 'certificate' : { serviceType, status, since, ...identity };
}

function serviceName(service: XmlElement): string {
  return englishName(descend(service, 'tsl:ServiceInformation', 'tsl:ServiceName'));
}

/** Whether an extension is critical and not in the set (5.3.17). */
export function hasCriticalExtension(
  element: XmlElement | undefined,
  container: string,
  understood: ReadonlySet<string>,
): boolean {
  return (onlyChild(element, container)?.children ?? []).some(({ attributes, children }) => {
    const critical = attributes.get('Critical');
    if (critical === 'false' || critical === '0') return false;
    return children.length === 0 || children.some(({ name }) => !understood.has(name));
  });
}
