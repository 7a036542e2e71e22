import { recommending } from './parameters.ts'
import type { ProviderReading, Reading } from './reading.ts'

/** The family of a reading; a provider without one is a family of its own. */
export const familyOf = ({ provider, reading, family }: ProviderReading): string => {
  if (family === undefined) return `provider ${provider}`
  return isRecognized(reading) ? 'image' : family.name
}

/** Tells whether what is visible was read, by a recogniser of any kind. */
export const isOfImages = (reading: ProviderReading): boolean => familyOf(reading).startsWith('image')

/** Tells whether most of its pages were read from their images. */
export const isRecognized = ({ pages, warnings }: Reading): boolean =>
  warnings.filter(({ code }) => code === 'page_recognized').length > recommending.maxRecognizedShare * pages.length
