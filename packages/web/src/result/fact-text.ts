import type { Quality } from '@polyparse/document/schema'
import { formatShare, formatTime, languageName } from '../design/format.ts'
import { readViewMessages } from '../language/view-messages.ts'

/** A moment as the service writes it: a date with a time. */
const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

/** A field of the metadata as a person reads it. */
export const metadataText = (field: string, value: unknown): string => {
  const text = String(value)
  const language = field === 'language' ? languageName(text) : null
  if (language !== null) return `${language} (${text})`
  return momentPattern.test(text) && !Number.isNaN(Date.parse(text)) ? formatTime(text) : text
}

/** Returns a provider's rating of its own reading: a share where that is its scale. */
export const qualityText = ({ score, scale }: Quality): string => {
  if (scale === '0-1') return formatShare(score)
  return scale === undefined ? String(score) : readViewMessages().result.facts.qualityOn(score, scale)
}
