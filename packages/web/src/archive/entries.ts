import { outputSchemas, type TableValue } from '@polyparse/document/schema'
import { Check } from '@polyparse/document/typebox/schema'
import type { ApiClient } from '../api/client.ts'
import { UnexpectedResponseError } from '../api/errors.ts'
import { messageOfError } from '../api/message-of.ts'
import { readJobOutput } from '../api/read-output.ts'
import { readMessages } from '../language/messages.ts'
import { toCsv } from '../result/csv.ts'
import type { ArchivedDocument, ArchivePart } from './archived-document.ts'
import { createEntryNames, safePath } from './entry-names.ts'
import { readImages } from './read-images.ts'
import { workbookOf } from '../result/workbook.ts'

export type ArchiveEntry = { readonly name: string; readonly input: Blob | string }

export type ArchiveRequest = {
  readonly client: ApiClient
  readonly documents: readonly ArchivedDocument[]
  readonly parts: ReadonlySet<ArchivePart>
  /** Called before each document. */
  readonly onDocument: (index: number) => void
  readonly signal: AbortSignal
}

export type Omission = { readonly document: string; readonly reason: string }

/**
 * The files of an archive, document by document, so that never more than one is in memory. What could not be had is
 * listed in a file at the end, and added to `omissions`.
 */
export async function* entriesOf(request: ArchiveRequest, omissions: Omission[]): AsyncGenerator<ArchiveEntry> {
  const messages = readMessages()
  const name = createEntryNames()
  const bases = createEntryNames()
  for (const [index, document] of request.documents.entries()) {
    request.signal.throwIfAborted()
    request.onDocument(index)
    const { path, providers, problem } = document
    const base = bases(safePath(path ?? document.name))
    if (problem !== null) {
      omissions.push({ document: base, reason: problem })
      continue
    }
    for (const provider of providers ?? [null]) {
      const shown = provider === null ? base : `${safePath(provider)}/${base}`
      let isEmpty = true
      try {
        for await (const { name: end, input } of filesOfArchivedReading(request, document.id, provider)) {
          isEmpty = false
          yield { name: name(`${shown}${end}`), input }
        }
        if (isEmpty) omissions.push({ document: shown, reason: messages.archive.nothing })
      } catch (error) {
        request.signal.throwIfAborted()
        omissions.push({ document: shown, reason: messageOfError(error) })
      }
    }
  }
  if (omissions.length > 0) yield { name: name(messages.archive.reportName), input: reportOf(omissions) }
}

/** The list of what is missing, one document a line. */
const reportOf = (omissions: readonly Omission[]): string =>
  [readMessages().archive.report, '', ...omissions.map(({ document, reason }) => `${document}: ${reason}`), ''].join(
    '\r\n',
  )

/** The files of one reading, by the ends of their names. */
async function* filesOfArchivedReading(
  { client, parts, signal }: ArchiveRequest,
  id: string,
  provider: string | null,
): AsyncGenerator<ArchiveEntry> {
  const read = (output: string) => readJobOutput(client, { id, provider, output }, signal)
  if (parts.has('markdown')) {
    const markdown = await read('markdown')
    if (markdown !== null) yield { name: '.md', input: markdown }
  }
  if (parts.has('csv') || parts.has('xlsx')) {
    const tables = await parseTablesOutput(await read('tables'))
    if (parts.has('csv'))
      for (const table of tables) yield { name: `.tables/${safePath(table.id)}.csv`, input: toCsv(table.rows) }
    if (parts.has('xlsx') && tables.length > 0) yield { name: '.tables.xlsx', input: await workbookOf(tables) }
  }
  if (parts.has('images')) {
    const images = await read('images')
    if (images !== null)
      for await (const { name, file } of readImages(images, client, signal))
        yield { name: `.images/${safePath(name)}`, input: file }
  }
}

const parseTablesOutput = async (output: Blob | null): Promise<readonly TableValue[]> => {
  if (output === null) return []
  const tables: unknown = JSON.parse(await output.text())
  if (!Check(outputSchemas.tables, tables)) throw new UnexpectedResponseError(null)
  return tables
}
