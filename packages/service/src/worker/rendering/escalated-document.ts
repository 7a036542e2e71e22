import { betterPages } from '@polyparse/compare'
import type { Block, Document, Page, Quality, Table, DocumentUsage, Warning } from '@polyparse/document'
import { documentOf } from '@polyparse/providers/port'
import type { RenderRequest } from './messages.ts'

/**
 * The document with those of its pages by the other provider that are read better there, and with who has read each
 * page, what each provider has used, and a warning for each page that is the other's. Everything that is not of a page,
 * such as metadata and outline, stays.
 */
export const escalatedDocument = (
  own: Document,
  ownProvider: string,
  { provider, document }: NonNullable<RenderRequest['escalation']>,
): Document => {
  const other = document === null ? null : documentOf(document)
  const taken: ReadonlySet<number> = new Set(other === null ? [] : betterPages(own, other))
  const readBy = (page: Page): Page => ({ ...page, readBy: taken.has(page.number) ? provider : ownProvider })
  if (other === null) return { ...own, pages: own.pages.map(readBy) }

  const [kept, added] = [partsOfPages(own, (page) => !taken.has(page)), partsOfPages(other, (page) => taken.has(page))]
  const pages = [...kept.pages, ...added.pages].toSorted(byNumber).map(readBy)
  return {
    ...own,
    pages,
    tables: [...kept.tables, ...added.tables].toSorted(byPage),
    pictures: [...kept.pictures, ...added.pictures].toSorted(byPage),
    ...(own.fields !== undefined && { fields: mergeEscalatedFields(own, other, taken) }),
    warnings: [
      ...kept.warnings,
      ...escalated(ownProvider, provider, taken),
      ...(taken.size === 0 ? [] : added.warnings),
    ],
    ...qualityOfEscalatedDocument(own, pages),
    usage: usageOfReadings([
      [ownProvider, own],
      [provider, other],
    ]),
    ...((own.raw ?? other.raw) !== undefined && { raw: { [ownProvider]: own.raw, [provider]: other.raw } }),
  }
}

const byNumber = (one: Page, another: Page): number => one.number - another.number
const byPage = (one: { readonly page: number }, another: { readonly page: number }): number => one.page - another.page

type EscalatedParts = Pick<Document, 'pages' | 'tables' | 'pictures' | 'warnings'>

/** The pages of a document for which `has` holds, and all that is of them. */
const partsOfPages = (
  { pages, tables, pictures, warnings }: Document,
  has: (page: number) => boolean,
): EscalatedParts => {
  const within = <Part extends { readonly page: number }>(parts: readonly Part[]): Part[] =>
    parts.filter(({ page }) => has(page))
  const blocks = new Set(pages.filter(({ number }) => has(number)).flatMap((page) => page.blocks.map(({ id }) => id)))
  const ofPages = within(tables)
  const ids = new Set(ofPages.map(({ id }) => id))
  return {
    pages: pages
      .filter(({ number }) => has(number))
      .map((page) => ({ ...page, blocks: page.blocks.map((block) => continuingBlock(block, blocks)) })),
    tables: ofPages.map((table) => continuingTable(table, ids)),
    pictures: within(pictures),
    warnings: warnings.filter(({ page, pages: many }) => (page === undefined ? (many?.some(has) ?? true) : has(page))),
  }
}

/** The other provider knows nothing of a block or table that this one would continue. */
const continuingBlock = (block: Block, known: ReadonlySet<string>): Block => {
  const { continues, ...alone } = block
  return continues !== undefined && known.has(continues) ? block : alone
}

const continuingTable = (table: Table, known: ReadonlySet<string>): Table => {
  const { continues, ...alone } = table
  return continues !== undefined && known.has(continues) ? table : alone
}

/** A provider that does not look for fields leaves those that were found. */
const mergeEscalatedFields = (
  own: Document,
  other: Document,
  taken: ReadonlySet<number>,
): NonNullable<Document['fields']> =>
  other.fields === undefined
    ? (own.fields ?? [])
    : [
        ...(own.fields ?? []).filter(({ page }) => !taken.has(page)),
        ...other.fields.filter(({ page }) => taken.has(page)),
      ].toSorted(byPage)

const escalated = (own: string, provider: string, pages: ReadonlySet<number>): Warning[] =>
  Array.from(pages, (page) => ({
    code: 'page_escalated',
    message: `Page ${page} is as ${provider} reads it, because ${own} was not sure of it.`,
    page,
  }))

/** The mean confidence of the text, as far as it has one. */
const qualityOfEscalatedDocument = (own: Document, pages: readonly Page[]): { quality?: Quality } => {
  if (own.quality === undefined) return {}
  const blocks = pages.flatMap((page) => page.blocks).filter(({ confidence }) => confidence !== undefined)
  const length = blocks.reduce((sum, { text }) => sum + text.length, 0)
  const sure = blocks.reduce((sum, { text, confidence = 1 }) => sum + text.length * confidence, 0)
  return { quality: length === 0 ? own.quality : { score: Math.round((1000 * sure) / length) / 1000, scale: '0-1' } }
}

const usageOfReadings = (readings: readonly (readonly [provider: string, document: Document])[]): DocumentUsage => {
  const byProvider = readings.map(([provider, { usage, pages, model }]) => ({
    provider,
    pages: pages.length,
    ...usage,
    ...(model !== undefined && { model }),
  }))
  const currency = byProvider.find((usage) => usage.currency !== undefined)?.currency
  return {
    pages: byProvider.reduce((sum, { pages }) => sum + pages, 0),
    ...sumUsages('credits', byProvider),
    ...sumUsages('cost', byProvider),
    ...tokensOfUsages(byProvider),
    ...(currency !== undefined && { currency }),
    ...(currency !== undefined && { costIsEstimate: byProvider.some(({ costIsEstimate }) => costIsEstimate === true) }),
    byProvider,
  }
}

const sumUsages = (name: 'credits' | 'cost', usages: readonly DocumentUsage[]): DocumentUsage => {
  const given = usages.map((usage) => usage[name]).filter((amount) => amount !== undefined)
  return given.length === 0 ? {} : { [name]: given.reduce((sum, amount) => sum + amount, 0) }
}

const tokensOfUsages = (usages: readonly DocumentUsage[]): DocumentUsage => {
  const given = usages.flatMap(({ tokens }) => tokens ?? [])
  if (given.length === 0) return {}
  const sum = (kind: 'input' | 'output') => given.reduce((total, tokens) => total + tokens[kind], 0)
  return { tokens: { input: sum('input'), output: sum('output') } }
}
