import type { Engine, EngineTable } from '@polyparse/engine'

/** The engines that read what has pages and ink, by name; each loads its libraries when it is called for. */
export const pageEngines = {
  pdf: async () => (await import('./pdf/fast/pdf-engine.ts')).pdfEngine,
  optical: async () => (await import('./ocr/optical-engine.ts')).opticalEngine,
  paddle: async () => (await import('./ocr/optical-engine.ts')).paddleEngine,
  structure: async () => (await import('./pdf/structure/structure-engine.ts')).structureEngine,
} satisfies Readonly<Record<string, () => Promise<Engine>>>

/** The other tasks that the sandbox does with a PDF or an image, by name. */
export const pageTasks = {
  survey: async () => (await import('./survey-engine.ts')).surveyEngine,
  cut: async () => (await import('./pdf/cut-engine.ts')).cutEngine,
  draw: async () => (await import('./draw-engine.ts')).drawEngine,
  pageImage: async () => (await import('./draw-engine.ts')).pageImageEngine,
} satisfies EngineTable
