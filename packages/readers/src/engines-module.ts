import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startedModule } from '@polyparse/document/started-module'

/** The packages with the code of the engines. */
const packages = ['readers', 'pages', 'formats', 'engine', 'document']

/** All engines, for a sandbox to run: the path of the module that exports them, and the folders with their code. */
export const readerEngines = {
  enginesModule: startedModule(import.meta.filename, 'engines'),
  folders: packages.map((name) => dirname(fileURLToPath(import.meta.resolve(`@polyparse/${name}/package.json`)))),
} as const
