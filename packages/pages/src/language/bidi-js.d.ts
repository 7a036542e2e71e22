/** The package declares its module with `default`, which its file for Node does not have. */
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js'
  const bidiFactory: () => Bidi
  export default bidiFactory
}
