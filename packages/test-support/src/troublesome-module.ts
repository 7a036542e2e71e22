import { dirname, join } from 'node:path'
import { readerEngines } from '@polyparse/readers'

/** The troublesome engines, for a sandbox to run: the path of their module, and the folders with their code. */
export const troublesomeModule = {
  enginesModule: join(import.meta.dirname, 'troublesome-engines.ts'),
  folders: [...readerEngines.folders, dirname(import.meta.dirname)],
}
