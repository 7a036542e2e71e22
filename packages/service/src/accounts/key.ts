/** An API key as an operator sees it; the secret itself is shown once, when it is made. */
export type Key = {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly prefix: string
  readonly createdAt: Date
  /** When it stops being valid: its expiry, or the end of the grace time after a rotation if that comes first. */
  readonly expiresAt: Date | null
  readonly disabledAt: Date | null
  readonly lastUsedAt: Date | null
}

/** A key that has just been created, with the secret that cannot be read again. */
export type IssuedKey = Key & { readonly key: string }
