import type { EngineTable } from './engine.ts'

/** Every engine there is. A sandboxed process loads this module and warms all of them up. */
export const engines: EngineTable = {
  pdf: async () => (await import('./pdf/pdf-engine.ts')).pdfEngine,
  text: async () => (await import('./text/text-engine.ts')).textEngine,
  markdown: async () => (await import('./markdown/markdown-engine.ts')).markdownEngine,
  html: async () => (await import('./html/html-engine.ts')).htmlEngine,
}
