/** The address of a service and a key for it. */
export type ServiceAccess = {
  readonly url: string
  readonly key: string
  /** The origin of the key, for messages. */
  readonly keyOrigin: 'in POLYPARSE_API_KEY' | 'of polyparse login' | 'created for this command'
}
