/** An API key as an operator sees it; the secret itself is shown once, when it is made. */
export type Key = {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly prefix: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly disabledAt: Date | null
  readonly lastUsedAt: Date | null
}
