/** `provision`: indexes in MongoDB, topics on Kafka, and the first data keys, before the services start. */
import { createLog } from '@countersign/shared/kernel/log';
import { placeOfMongo } from '@countersign/shared/runtime/configured-mongo';
import { SettingsError } from '@countersign/shared/settings/read-settings';
import { readServiceSettings } from '@countersign/shared/settings/service-settings';
import { provision } from './data/provision-engines.ts';
import { type CommandRun, sentenceOf } from './process/command.ts';

/** Milliseconds to wait for engines that do not respond yet. */
const PATIENCE = 120_000;

/** @returns the exit code: 1 refused or failed */
export async function runProvision({ env, report, clock }: CommandRun): Promise<0 | 1> {
  try {
    const { settings } = readServiceSettings('gateway', env);
    const log = createLog('warn', clock, report);
    report(`on ${placeOfMongo(settings)}, and Kafka at ${settings.KAFKA_BROKERS.join(', ')}\n`);
    let reported = '';
    const waiting = (why: string): void => {
      if (why !== reported) report(`waiting: ${why}\n`);
      reported = why;
    };
    const { indexes, topics } = await provision({ settings, log, waiting, patience: PATIENCE });
    report(`indexes created in MongoDB: ${indexes.length === 0 ? 'none, all existed' : indexes.join(', ')}\n`);
    report(`topics created on Kafka: ${topics.length === 0 ? 'none, all existed' : topics.join(', ')}\n`);
    return 0;
  } catch (error) {
    report(error instanceof SettingsError ? `${error.message}\n` : `Nothing more was created: ${sentenceOf(error)}\n`);
    return 1;
  }
}
