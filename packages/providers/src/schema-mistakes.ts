import type { TSchema } from '@polyparse/document/typebox'
import { Errors } from '@polyparse/document/typebox/value'

/**
 * Returns what is wrong with a value, as in `/send/as must be equal to one of the allowed values: body, json`; never the
 * value itself.
 */
export const schemaMistakes = (schema: TSchema, value: unknown): string[] =>
  Errors(schema, value)
    // The same is said of the object that has the member.
    .filter(({ keyword }) => keyword !== 'boolean')
    .map(({ instancePath, message, params }) => {
      const allowed = 'allowedValues' in params ? params.allowedValues : []
      const unknown = 'additionalProperties' in params ? params.additionalProperties : []
      const words = [...Object.values(allowed), ...unknown].join(', ')
      return `${instancePath} ${message}${words === '' ? '' : `: ${words}`}`
    })
