import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

// For `--import`: the service on an older PGlite, in the folder that OLDER_PGLITE names, as an older version of the
// service was. Of what is our own, only what belongs to the PGlite of today is replaced: the packed empty database, and
// syncing.

const folder = process.env['OLDER_PGLITE'] ?? ''
const files = new Map([
  ['@electric-sql/pglite', 'dist/index.js'],
  ['@electric-sql/pglite/nodefs', 'dist/fs/nodefs.js'],
])
const replacements = new Map([
  ['/empty-cluster.ts', 'export const openEmptyCluster = async () => ({ option: {}, [Symbol.dispose]: () => {} })'],
  [
    '/durable-files.ts',
    `import { PGlite } from '@electric-sql/pglite'
     import { NodeFS } from '@electric-sql/pglite/nodefs'
     export const durableStartParameters = PGlite.defaultStartParams
     export class DurableFiles extends NodeFS {}
     export const syncDirectory = async () => {}`,
  ],
])

registerHooks({
  resolve: (specifier, context, next) => {
    const file = files.get(specifier)
    if (file !== undefined) return { url: pathToFileURL(`${folder}/${file}`).href, shortCircuit: true }
    for (const [end, source] of replacements)
      if (specifier.endsWith(end))
        return { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
    return next(specifier, context)
  },
})
