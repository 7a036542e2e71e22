import { readFile, writeFile } from 'node:fs/promises'
import { markdown } from '@polyparse/document'
import { defaultRequest } from '../src/engine.ts'
import { engines } from '../src/engines.ts'

/*
 * node bench/convert.ts ENGINE LIST: turns PDFs into Markdown with one engine, in this process. Each line of the list is
 * the path of a document, a tab, and the path of the file to write. For scorers of quality, which bring the documents.
 */
const [name = '', list = ''] = process.argv.slice(2)
const load = engines[name]
if (load === undefined) throw new RangeError(`The engines are ${Object.keys(engines).join(', ')}.`)
const engine = await load()
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
