import { EngineFailure } from './engine-failure.ts'

/** Makes the failure of a document without its password, or with a wrong one. */
export const locked = (password: string | null, cause?: unknown): EngineFailure =>
  password === null ? encrypted('; its password is needed, as the option `password`.', cause) : wrongPassword(cause)

export const wrongPassword = (cause?: unknown): EngineFailure =>
  encrypted(', and the password given does not open it.', cause)

/** Makes the failure of a document that no password would open here. */
export const unsupportedEncryption = (cause?: unknown): EngineFailure =>
  encrypted(' in a way that is not supported.', cause)

const encrypted = (rest: string, cause: unknown): EngineFailure =>
  new EngineFailure('document_encrypted', `The document is encrypted${rest}`, { cause })
