/** Members of the requests that start a session. */

export const responseTypes = ['uri', 'qrcode'] as const;
export const state = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  description: 'Your reference, returned unchanged',
} as const;
export const expiresIn = {
  type: 'integer',
  minimum: 1,
  maximum: 31536000,
  description: 'Seconds; at most SESSION_TTL',
} as const;
export const responseType = { type: 'string', enum: responseTypes, description: 'Wallet link, or QR code' } as const;
