/** Scaling on the lag of the webhook dispatcher: groups and topics that exist, no more replicas than partitions. */
import type { Facts } from '../facts.ts';
import { called, type Manifest, ofKind } from '../manifest.ts';

/** @param several whether every service must have more than one replica */
export function scalingFindings(manifests: readonly Manifest[], facts: Facts, several: boolean): readonly string[] {
  const objects = ofKind(manifests, 'ScaledObject');
  const scaled = [...objects, ...ofKind(manifests, 'HorizontalPodAutoscaler')];
  const found = objects.flatMap((one) => lagFindings(one, manifests, facts));
  if (!several) return [...found, ...scaled.map((one) => `${called(one)}: nothing scales here`)];
  for (const service of facts.services) {
    const by = scaled.find(({ spec }) => spec.scaleTargetRef.name === service);
    const least = by?.spec.minReplicas ?? by?.spec.minReplicaCount ?? 0;
    if (least < 2) found.push(`${service}: may have a single replica`);
    const budgets = ofKind(manifests, 'PodDisruptionBudget');
    if (!budgets.some(({ metadata }) => metadata.name === service))
      found.push(`${service}: has no PodDisruptionBudget`);
  }
  return found;
}

function lagFindings(object: Manifest, manifests: readonly Manifest[], facts: Facts): readonly string[] {
  const settings = ofKind(manifests, 'ConfigMap').find(({ data }) => data?.KAFKA_BROKERS !== undefined)?.data ?? {};
  const prefix = settings.KAFKA_PREFIX ?? facts.prefix;
  const partitions = Number(settings.KAFKA_PARTITIONS ?? '12');
  const kafka = object.spec.triggers.filter(({ type }) => type === 'kafka').map(({ metadata }) => metadata);
  const group = `${prefix}${object.spec.scaleTargetRef.name}`;
  const topics = kafka.map(({ topic }) => topic);
  const found: string[] = [];
  for (const { topic = '', consumerGroup, bootstrapServers } of kafka) {
    if (!facts.topics.includes(topic)) found.push(`${called(object)}: there is no topic ${topic}`);
    if (consumerGroup !== group)
      found.push(`${called(object)}: the group of ${topic} is ${group}, not ${consumerGroup}`);
    if (bootstrapServers !== settings.KAFKA_BROKERS)
      found.push(`${called(object)}: ${topic} is not asked for at KAFKA_BROKERS`);
  }
  const missing = facts.dispatched.filter((topic) => !topics.includes(topic));
  found.push(...missing.map((topic) => `${called(object)}: the lag of ${topic} is not looked at`));
  const most = object.spec.maxReplicaCount ?? 100;
  if (most > partitions) found.push(`${called(object)}: ${most} replicas share ${partitions} partitions`);
  return found;
}
