import 'react'

declare module 'react' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface CSSProperties {
    /** How many columns stand beside each other. */
    '--columns'?: number
    /** How many rings are round the same place already. */
    '--ring'?: number
  }
}
