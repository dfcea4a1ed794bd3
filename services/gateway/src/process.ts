/** The gateway as a process of its own: the one public server. */
import type { CreateService } from '@countersign/shared/runtime/start-service';
import { createGateway } from './gateway.ts';

export const create: CreateService = createGateway;
