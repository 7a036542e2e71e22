import type { EngineTable } from './engine.ts'

/** Every engine there is. A sandboxed process loads this module and warms all of them up. */
export const engines: EngineTable = {
  pdf: async () => (await import('./pdf/pdf-engine.ts')).pdfEngine,
  optical: async () => (await import('./optical/optical-engine.ts')).opticalEngine,
  structure: async () => (await import('./structure/structure-engine.ts')).structureEngine,
  survey: async () => (await import('./survey/survey-engine.ts')).surveyEngine,
  cut: async () => (await import('./cut/cut-engine.ts')).cutEngine,
  text: async () => (await import('./text/text-engine.ts')).textEngine,
  markdown: async () => (await import('./markdown/markdown-engine.ts')).markdownEngine,
  html: async () => (await import('./html/html-engine.ts')).htmlEngine,
  office: async () => (await import('./office/library/library-engine.ts')).libraryEngine,
  docx: async () => (await import('./office/wordprocessing/docx-engine.ts')).docxEngine,
  xlsx: async () => (await import('./office/spreadsheet/xlsx-engine.ts')).xlsxEngine,
  pptx: async () => (await import('./office/presentation/pptx-engine.ts')).pptxEngine,
  opendocument: async () => (await import('./office/opendocument/opendocument-engine.ts')).openDocumentEngine,
  rtf: async () => (await import('./office/rich-text/rtf-engine.ts')).rtfEngine,
  epub: async () => (await import('./epub/epub-engine.ts')).epubEngine,
  csv: async () => (await import('./csv/csv-engine.ts')).csvEngine,
  eml: async () => (await import('./eml/eml-engine.ts')).emlEngine,
}
