import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ReaderSource } from '@polyparse/providers/composition'
import { writePlugin } from './plugin.ts'

/**
 * The reader of a plugin that gets no CPU time until it may go on, as on a machine that is far too busy, or, if it is busy
 * itself, one that uses all it gets.
 */
export const openSleepyReader = async (then: 'read' | 'loop' = 'read') => {
  const place = await writePlugin()
  const [begun, mayGoOn] = [join(place.folder, 'begun'), join(place.folder, 'may-go-on')]
  const module = join(place.folder, 'sleepy.js')
  await writeFile(
    module,
    `import { existsSync, writeFileSync } from 'node:fs'
    import base from './my-parser/provider.js'
    const read = (...given) => {
      writeFileSync(${JSON.stringify(begun)}, '')
      if (${then === 'loop'}) for (;;);
      const asleep = new Int32Array(new SharedArrayBuffer(4))
      while (!existsSync(${JSON.stringify(mayGoOn)})) Atomics.wait(asleep, 0, 0, 50)
      return base.reader.read(...given)
    }
    export default { ...base, reader: { read } }`,
  )
  const reader: ReaderSource = { kind: 'plugin', id: 'my-parser', module: pathToFileURL(module).href }
  return {
    vendor: { id: 'my-parser', name: 'My Parser' },
    reader,
    hasBegun: () => existsSync(begun),
    goOn: () => writeFile(mayGoOn, ''),
    remove: () => place.remove(),
  }
}
