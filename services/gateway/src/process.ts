/** The gateway as a separate process: the only public server. */
import type { CreateService } from '@countersign/shared/runtime/build-service';
import { createGateway } from './gateway.ts';

export const create: CreateService = createGateway;
