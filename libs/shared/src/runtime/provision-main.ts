import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { SettingsError } from '../read-settings.ts';
import { provision } from './provision.ts';
import { readServiceSettings } from './service-settings.ts';

/** Milliseconds that engines may take to come up. */
const PATIENCE = 120_000;

const say = (text: string): void => void process.stderr.write(`${text}\n`);
try {
  const { settings } = readServiceSettings('gateway', process.env);
  const log = createLog('warn', systemClock, (line) => process.stderr.write(line));
  let told = '';
  const waiting = (why: string): void => {
    if (why !== told) say(`waiting: ${why}`);
    told = why;
  };
  const { indexes, topics } = await provision({ settings, log, waiting, patience: PATIENCE });
  say(`indexes made in MongoDB: ${indexes.length === 0 ? 'none, all were there' : indexes.join(', ')}`);
  say(`topics made on Kafka: ${topics.length === 0 ? 'none, all were there' : topics.join(', ')}`);
} catch (error) {
  say(error instanceof SettingsError ? error.message : `Nothing more was made: ${String(error)}`);
  process.exit(1);
}
