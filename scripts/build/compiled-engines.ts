import { join } from 'node:path'
import { hasCompiledCode } from '../../packages/document/src/compiled-program.ts'
import { runProgram } from '../run-program.ts'

/** Has the bundled engines in a folder read some documents, and keeps what V8 has compiled for that beside them. */
export const keepCompiledEngines = async (bundle: string): Promise<void> => {
  const engines = join(bundle, 'engines.cjs')
  if (hasCompiledCode(engines)) return
  const compile = join(import.meta.dirname, '../compile-program.ts')
  const { succeeded, output } = await runProgram([process.execPath, compile, 'engines', engines])
  if (!succeeded) console.warn(`The engines are compiled when they are used: ${output}`)
}
