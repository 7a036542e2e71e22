import type { EngineTable } from '@polyparse/engine'
import { doubtingSize } from './flow/doubt-size.ts'

/** The engines that read what has markup, by name; each loads its libraries when it is called for. */
export const markupEngines = {
  text: async () => (await import('./text/plain/text-engine.ts')).textEngine,
  source: async () => (await import('./text/source/source-engine.ts')).sourceEngine,
  markdown: async () => (await import('./text/markdown/markdown-engine.ts')).markdownEngine,
  latex: async () => (await import('./text/latex/latex-engine.ts')).latexEngine,
  restructuredText: async () =>
    (await import('./text/restructured-text/restructured-text-engine.ts')).restructuredTextEngine,
  org: async () => (await import('./text/org/org-engine.ts')).orgEngine,
  asciidoc: async () => (await import('./text/asciidoc/asciidoc-engine.ts')).asciidocEngine,
  notebook: async () => (await import('./text/notebook/notebook-engine.ts')).notebookEngine,
  subtitles: async () => (await import('./text/subtitles/subtitles-engine.ts')).subtitlesEngine,
  records: async () => (await import('./text/records/records-engine.ts')).recordsEngine,
  article: async () => (await import('./articles/article-engine.ts')).articleEngine,
  svg: async () => (await import('./web/svg/svg-engine.ts')).svgEngine,
  html: async () => (await import('./web/html/html-engine.ts')).htmlEngine,
  docx: async () => doubtingSize((await import('./office/wordprocessing/docx-engine.ts')).docxEngine),
  xlsx: async () => doubtingSize((await import('./office/spreadsheet/xlsx-engine.ts')).xlsxEngine),
  doc: async () => (await import('./office/word-binary/doc-engine.ts')).docEngine,
  ppt: async () => (await import('./office/slides-binary/ppt-engine.ts')).pptEngine,
  workbook: async () => doubtingSize((await import('./office/binary-workbook/workbook-engine.ts')).workbookEngine),
  pptx: async () => doubtingSize((await import('./office/presentation/pptx-engine.ts')).pptxEngine),
  opendocument: async () =>
    doubtingSize((await import('./office/opendocument/opendocument-engine.ts')).openDocumentEngine),
  rtf: async () => (await import('./office/rich-text/rtf-engine.ts')).rtfEngine,
  epub: async () => doubtingSize((await import('./web/epub/epub-engine.ts')).epubEngine),
  csv: async () => (await import('./text/csv/csv-engine.ts')).csvEngine,
  parquet: async () => (await import('./text/parquet/parquet-engine.ts')).parquetEngine,
  mbox: async () => (await import('./mail/mbox-engine.ts')).mboxEngine,
  msg: async () => (await import('./mail/outlook/msg-engine.ts')).msgEngine,
  eml: async () => (await import('./mail/eml-engine.ts')).emlEngine,
} satisfies EngineTable
