/** Where a service is, and a key that it takes. */
export type Access = {
  readonly url: string
  readonly key: string
  /** For people: which key it is. */
  readonly keyOrigin: 'in POLYPARSE_API_KEY' | 'that was made for this call'
}
