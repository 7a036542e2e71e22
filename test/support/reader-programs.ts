/** A Node program as an outsider would write it. */
export const readerProgram = `
import { readFile } from 'node:fs/promises'
import { render } from '@polyparse/document'
import { readDocument } from '@polyparse/readers'

const bytes = await readFile(process.argv[2])
const document = await readDocument(bytes, { pages: [1] })
const { markdown, tables } = await render(document, ['markdown', 'tables'])
console.log(markdown)
console.log(tables.length, document.metadata.documentPageCount)
process.exit()
`

/** The same for what is only to be seen. */
export const recognisingProgram = readerProgram.replace('pages: [1]', "pages: [1], reader: 'optical'")

/** A program that reads DOCX alone. */
export const docxProgram = `
import { readFile } from 'node:fs/promises'
import { render } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { markupEngines, officeMediaTypes } from '@polyparse/formats'

const engine = await markupEngines.docx()
const [mediaType] = officeMediaTypes.docx
const document = await engine.read(await readFile('report.docx'), { ...defaultRequest, mediaType })
console.log((await render(document, ['markdown'])).markdown)
`

/** The first as a compiler sees it. */
export const typedReaderProgram = `
import { render, type Document, type OutputValues } from '@polyparse/document'
import { EngineFailure, readDocument } from '@polyparse/readers'

const document: Document = await readDocument(new Uint8Array(), { languages: ['eng'], reader: 'optical' })
const outputs: Partial<OutputValues> = await render(document, ['markdown'])
export const text: string | undefined = outputs.markdown
export const isOurs = (error: unknown): error is EngineFailure => error instanceof EngineFailure
// @ts-expect-error -- no such reader
await readDocument(new Uint8Array(), { reader: 'clairvoyant' })
`
