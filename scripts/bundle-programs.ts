import { join } from 'node:path'
import { keepBundle } from './build/keep-bundle.ts'
import { cloneOnlyPrograms, programs, rollPrograms } from './build/programs.ts'

/**
 * Bundles what processes and threads are started with into the folder `bundle` of each package, unless what is there was made
 * of the same sources. Node takes .6 s of CPU time to load the modules of a reader one by one and strip their types, and a
 * quarter of that to load them bundled. A command that reads one line takes .7 of the CPU time that it takes from its modules, and .7 of
 * that with the compiled code that `fill-code-cache.ts` keeps.
 */
const rolledBy = join(import.meta.dirname, 'build/programs.ts')

for (const name of Object.keys({ ...programs, ...cloneOnlyPrograms }))
  await keepBundle(join(import.meta.dirname, '../packages', name, 'bundle'), {
    rolledBy,
    roll: (to) => rollPrograms(name, { to, sourcemap: true }),
  })
