import { buffer } from 'node:stream/consumers'
import type { PageReading } from '@polyparse/contract'
import { type Document, render } from '@polyparse/document'
import { PageValue } from '@polyparse/document/schema'
import { EngineFailure } from '@polyparse/engine'
import { openDocument } from '@polyparse/sandbox'
import { type OpenBody, resultElementsIn } from '../../mcp/look-ups/open-body.ts'

type PageTexts = Pick<PageReading, 'markdown' | 'text'>

const pagesOfResult = resultElementsIn(PageValue)

/** A page of the result of a job; null if it was not read. */
export const pageOfResult = async (body: OpenBody, number: number): Promise<PageTexts | null> => {
  for await (const { page, markdown, text } of (await pagesOfResult(body, ['result', 'outputs', 'pages'])) ?? [])
    if (page === number) return { markdown, text }
  return null
}

/**
 * A page as the document of it alone says. Null if that has no such page or is no document: it comes from a process that
 * reads hostile input, and the result is checked again.
 */
export const provisionalPage = async (body: OpenBody, number: number): Promise<PageTexts | null> => {
  const document = openUntrusted(await buffer(body()))
  if (document === null) return null
  const { pages = [] } = await render(document, ['pages'])
  const found = pages.find(({ page }) => page === number)
  return found === undefined ? null : { markdown: found.markdown, text: found.text }
}

const openUntrusted = (serialized: Uint8Array): Document | null => {
  try {
    return openDocument({ serialized })
  } catch (error) {
    if (error instanceof EngineFailure) return null
    throw error
  }
}
