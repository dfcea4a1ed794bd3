/** Names of their own in the engines that tests share: made before a server starts, removed after it. */
import { createTopics, deleteTopics } from '@countersign/shared/bus/kafka/topics';
import { silentLog } from '@countersign/shared/log';
import type { Environment } from '@countersign/shared/read-settings';
import { readServiceSettings } from '@countersign/shared/runtime/service-settings';
