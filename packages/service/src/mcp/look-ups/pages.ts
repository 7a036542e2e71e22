import type { CallToolResult } from '@modelcontextprotocol/server'
import { PageValue } from '@polyparse/document'
import { Type } from '@polyparse/document/typebox'
import { parseJsonPart } from '../../lib/json-values.ts'
import { findPassages } from '../find-passages.ts'
import { documentAnswer, listedTexts, maxCharacters, maxMessage } from '../texts.ts'
import { ToolError } from '../tool-error.ts'
import { resultElementsIn } from './open-body.ts'
import type { OpenBody } from './open-body.ts'

/** `id` is that of the job. */
export type PagesLookUp =
  | { readonly kind: 'beginning'; readonly id: string }
  | { readonly kind: 'page'; readonly id: string; readonly page: number }
  | { readonly kind: 'passages'; readonly id: string; readonly query: string; readonly limit: number }

type Of<Kind> = Extract<PagesLookUp, { kind: Kind }>

const pageElementsIn = resultElementsIn(PageValue)
const pagesPath = ['result', 'outputs', 'pages']

/** The number of tables, images and pages that an answer names. */
const maxNamedPageElements = 1000

/** One page, and what is on it. */
export const page = async (body: OpenBody, { id, page: number }: Of<'page'>): Promise<CallToolResult | null> => {
  const pages = await pageElementsIn(body, pagesPath)
  if (pages === null) return null
  const others: number[] = []
  for await (const { page: each, blocks, markdown } of pages) {
    if (each !== number) {
      others.push(each)
      continue
    }
    const tables = blocks.flatMap(({ table }) => table ?? [])
    const images = blocks.flatMap(({ image }) => image ?? [])
    const isCut =
      markdown.length > maxCharacters || tables.length > maxNamedPageElements || images.length > maxNamedPageElements
    const summary = `Page ${number}, tables: ${listedTexts(tables)}, images: ${listedTexts(images)}.`
    return documentAnswer(
      { summary, uri: `polyparse://jobs/${id}/pages#${number}`, text: markdown },
      {
        page: number,
        tables: tables.slice(0, maxNamedPageElements),
        images: images.slice(0, maxNamedPageElements),
        is_cut: isCut,
      },
    )
  }
  throw new ToolError(`Page ${number} was not read; there are ${listedTexts(others)}.`)
}

/** The passages that have words of a query. */
export const passages = async (
  body: OpenBody,
  { id, query, limit }: Of<'passages'>,
): Promise<CallToolResult | null> => {
  const pages = await pageElementsIn(body, pagesPath)
  if (pages === null) return null
  const found = (await findPassages(pages, query)).slice(0, limit)
  const text = found.map((passage) => `Page ${passage.page}:\n\n${passage.text}`).join('\n\n---\n\n')
  const summary = found.length === 0 ? 'No passage has these words.' : `${found.length} passages, the best first.`
  return documentAnswer({ summary, uri: `polyparse://jobs/${id}/pages`, text }, { passages: found })
}

const maxParseWarnings = 20

const warningsIn = resultElementsIn(Type.Object({ message: Type.String() }))

/** Returns what a parse has read, with as many of its first pages as fit; the first in any case, cut if need be. */
export const beginning = async (body: OpenBody, { id }: Of<'beginning'>): Promise<CallToolResult | null> => {
  const pages = await pageElementsIn(body, pagesPath)
  if (pages === null) return null
  const shown: number[] = []
  const texts: string[] = []
  let [count, characters] = [0, 0]
  for await (const { page: number, markdown } of pages) {
    count += 1
    if (shown.length < count - 1 || shown.length === maxNamedPageElements) continue
    const text = `<!-- page ${number} -->\n\n${markdown.slice(0, maxCharacters)}`
    characters += text.length + 2
    if (characters > maxCharacters && shown.length > 0) continue
    shown.push(number)
    texts.push(text)
  }
  const warnings: string[] = []
  for await (const { message } of (await warningsIn(body, ['result', 'warnings'])) ?? []) {
    if (warnings.push(message.slice(0, maxMessage)) === maxParseWarnings) break
  }
  const summary = [
    `Read ${count} pages as job ${id}, with ${String(await parseJsonPart(body(), ['result', 'provider']))}.`,
    ...(shown.length < count
      ? [`Pages 1 to ${shown.length} follow; get_page returns the others, search_document finds passages.`]
      : []),
    ...warnings.map((message) => `Warning: ${message}`),
  ]
  return documentAnswer(
    { summary: summary.join('\n'), uri: `polyparse://jobs/${id}/markdown`, text: texts.join('\n\n') },
    { job_id: id, pages_read: count, pages_shown: shown, warnings },
  )
}
