import type { OutputValues } from '@polyparse/document'

/** A document of LangChain, as Open WebUI reads it from its external content extraction engine. */
export type LoadedDocument = {
  readonly page_content: string
  readonly metadata: {
    readonly source: string
    /** The page from 0, as LangChain's loaders count. */
    readonly page: number
    /** The page as people count. */
    readonly page_label: string
  }
}

/** A document for each page that has text. */
export const loadedDocuments = (pages: OutputValues['pages'], filename: string): LoadedDocument[] =>
  pages
    .filter(({ markdown }) => markdown.trim() !== '')
    .map(({ page, markdown }) => ({
      page_content: markdown,
      metadata: {
        source: filename,
        page: page - 1,
        page_label: String(page),
      },
    }))
