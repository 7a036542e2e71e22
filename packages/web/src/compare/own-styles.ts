import 'react'

declare module 'react' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface CSSProperties {
    /** The number of columns side by side. */
    '--columns'?: number
    /** The width of the columns relative to the room for them. */
    '--zoom'?: number
    /** The number of rings that are around the same place already. */
    '--ring'?: number
  }
}
