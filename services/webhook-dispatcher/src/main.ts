import { runMain } from '@countersign/shared/runtime/main';
import { startService } from '@countersign/shared/runtime/start-service';
import { create } from './process.ts';

await runMain(() => startService('webhook-dispatcher', create, { env: process.env }));
