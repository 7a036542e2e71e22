import type { FieldError } from '@polyparse/contract'

/**
 * A mistake in an option of a provider. A header has no names for inner fields, so there the path is part of the message.
 */
export const optionError = (parameter: string, path: string, message: string): FieldError =>
  parameter === 'providerOptions'
    ? { field: `${parameter}.${path}`, message }
    : { field: parameter, message: `has ${path}, which ${message}` }
