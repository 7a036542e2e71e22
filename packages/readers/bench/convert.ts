import { readFile, writeFile } from 'node:fs/promises'
import { markdown } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { engines, isEngineName } from '../src/engines.ts'

/*
 * node packages/readers/bench/convert.ts ENGINE LIST: turns PDFs into Markdown with one engine, in this process. Each
 * line of the list is the path of a document, a tab, and the path of the file to write. Meant for external quality
 * scorers, which bring their own documents.
 */
const [name = '', list = ''] = process.argv.slice(2)
if (!isEngineName(name)) throw new RangeError(`The engines are ${Object.keys(engines).join(', ')}.`)
const engine = await engines[name]()
const lines = (await readFile(list, 'utf8')).split('\n').filter((line) => line !== '')
for (const line of lines) {
  const [from = '', to = ''] = line.split('\t')
  try {
    const document = await engine.read(await readFile(from), { ...defaultRequest, mediaType: 'application/pdf' })
    await writeFile(to, markdown(document))
  } catch (error) {
    console.error(`${from}: ${String(error)}`)
    process.exitCode = 1
  }
}
process.exit()
