/** Examples of the bodies that a backend sends. */
import {
  credentialConfigurations,
  presentationConfigurations,
  webhook,
} from '@countersign/shared/configuration-documents/configuration-examples';
import type { JsonObject } from '@countersign/shared/kernel/json';

export const offer: JsonObject = {
  response_type: 'uri',
  credentialConfigurationIds: ['pid'],
  claims: { pid: { given_name: 'Erika', family_name: 'Mustermann', birthdate: '1984-01-26' } },
  flow: 'pre_authorized_code',
  state: 'order-1',
};

export const presentationRequest: JsonObject = {
  response_type: 'uri',
  requestId: 'name-check',
  state: 'booking-1',
};

export const pageAnswer: JsonObject = {
  protocol: 'openid4vp-v1-signed',
  data: { response: 'header..iv.ciphertext.tag' },
};

export const deliveryReplay: JsonObject = { dead: { from: '2026-01-26T09:00:00Z', until: '2026-01-26T12:00:00Z' } };

export const webhookTest: JsonObject = { webhook };

export const webhookSecretRotation: JsonObject = { overlap: 86400 };

export const statusUpdate: JsonObject = {
  sessionId: '0197c0c5c8a07d3fXk2mQ9vT4bWc8hR1',
  credentialConfigurationId: 'pid',
  status: 1,
};

export const tokenRequest: JsonObject = { client_id: 'root', client_secret: 'secret-of-the-client' };

export const configurationsImport: JsonObject = {
  version: 1,
  issuance: [credentialConfigurations[0]],
  presentation: [presentationConfigurations[0]],
};
