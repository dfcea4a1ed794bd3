/** Examples of the bodies that a backend sends. */
import {
  credentialConfigurations,
  presentationConfigurations,
  webhook,
} from '@countersign/shared/configuration-documents/configuration-examples';
import type { JsonObject } from '@countersign/shared/kernel/json';

export const deliveryReplay: JsonObject = { dead: { from: '2026-01-26T09:00:00Z', until: '2026-01-26T12:00:00Z' } };

export const webhookTest: JsonObject = { webhook };

export const webhookSecretRotation: JsonObject = { overlap: 86400 };

export const configurationsImport: JsonObject = {
  version: 1,
  issuance: [credentialConfigurations[0]],
  presentation: [presentationConfigurations[0]],
};
