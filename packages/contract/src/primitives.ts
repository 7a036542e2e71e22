import { Type } from '@polyparse/document/typebox'

export const Uuid = Type.String({ format: 'uuid' })
export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' })

export const providerId = { minLength: 1, maxLength: 100 }
export const ProviderId = Type.String(providerId)

/** A URI in the OpenAPI document; the schema does not check it, because the service takes what browsers take. */
export const uncheckedUri = { 'x-format': 'uri' }
