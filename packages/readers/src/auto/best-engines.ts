import type { FormatEngineName } from '../format-engines.ts'
import { formatReaders } from '../format-readers.ts'

/**
 * The engine that reads each media type best: the one that follows structure, and recognition for what is an image and
 * nothing else.
 */
export const bestEngines: Readonly<Record<string, FormatEngineName>> = {
  ...formatReaders.optical,
  ...formatReaders.structure,
}
