import { SafeFetchError } from '@polyparse/outbound'

/**
 * `unreachable`: the provider does not answer, or only that it has trouble of its own. `failed`: what it says, or what the
 * browser brings back, is not what was asked for.
 */
export type IdentityProviderTrouble = 'unreachable' | 'failed'

/** A sign-in by the identity provider failed. The message is for the log: it has no code, token or claim. */
export class IdentityProviderError extends Error {
  override readonly name = 'IdentityProviderError'
  readonly trouble: IdentityProviderTrouble

  constructor(trouble: IdentityProviderTrouble, message: string, options?: ErrorOptions) {
    super(message, options)
    this.trouble = trouble
  }

  /** Says what has gone wrong while the provider was asked. */
  static rethrow(this: void, error: unknown): never {
    if (error instanceof IdentityProviderError) throw error
    const unanswered = causesOf(error).find((cause) => cause instanceof SafeFetchError)
    throw unanswered === undefined
      ? new IdentityProviderError('failed', reasonOfIdentityError(error), { cause: error })
      : new IdentityProviderError('unreachable', unanswered.message, { cause: error })
  }
}

const causesOf = (error: unknown): unknown[] =>
  error instanceof Error && error.cause !== undefined ? [error, ...causesOf(error.cause)] : [error]

/** Returns of what the provider says only the code of OAuth, such as `invalid_client`; of other errors only their own code. */
const reasonOfIdentityError = (error: unknown): string => {
  const said: unknown = error instanceof Error && 'error' in error ? error.error : null
  if (typeof said === 'string' && /^[a-z_]{1,60}$/.test(said)) return `The identity provider says ${said}.`
  const code: unknown = error instanceof Error && 'code' in error ? error.code : null
  return `The sign-in is not what was asked for: ${typeof code === 'string' ? code : 'unknown error'}.`
}
