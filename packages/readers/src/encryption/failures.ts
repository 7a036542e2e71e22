import { EngineFailure } from '../engine-failure.ts'

/** No password was given, or it does not open the document. */
export const locked = (password: string | null, cause?: unknown): EngineFailure =>
  new EngineFailure(
    'document_encrypted',
    password === null
      ? 'The document is encrypted; its password is needed, as the option `password`.'
      : 'The document is encrypted, and the password given does not open it.',
    { cause },
  )

/** No password would help. */
export const unsupportedEncryption = (cause?: unknown): EngineFailure =>
  new EngineFailure('document_encrypted', 'The document is encrypted in a way that is not supported.', { cause })
