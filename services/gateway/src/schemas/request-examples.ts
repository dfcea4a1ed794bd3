/** Examples of the bodies that a backend sends. */
import {
  credentialConfigurations,
  presentationConfigurations,
  webhook,
} from '@countersign/shared/configuration-documents/configuration-examples';
import type { JsonObject } from '@countersign/shared/kernel/json';

export const webhookTest: JsonObject = { webhook };

export const configurationsImport: JsonObject = {
  version: 1,
  issuance: [credentialConfigurations[0]],
  presentation: [presentationConfigurations[0]],
};
