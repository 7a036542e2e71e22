import { type Warning, warning } from '@polyparse/document'
import type { FlowPage } from './flow.ts'

/** Characters of a document that are looked at. */
const sampleLength = 200_000
/** Characters that no text has; fewer are marks that a font draws. */
const leastStrange = 10
const strangeShare = 0.1

/** A warning where much of the text is replacement characters, private ones, ones that do not exist, or controls. */
export const implausibleText = (pages: readonly FlowPage[]): Warning[] => {
  let [looked, strange] = [0, 0]
  for (const { blocks } of pages)
    for (const { text } of blocks) {
      if (looked >= sampleLength) break
      const sample = text.slice(0, sampleLength - looked)
      looked += sample.replaceAll(/\s+/g, '').length
      strange += sample.match(strangeCharacters)?.length ?? 0
    }
  if (strange < leastStrange || strange < looked * strangeShare) return []
  const percent = Math.round((strange / looked) * 100)
  const message = `${percent} % of the characters are ones that no text has, so the text is probably not what the document shows.`
  return [warning('implausible_text', message)]
}

const strangeCharacters = /[\uFFFD\p{Co}\p{Cn}\p{Cs}]|(?!\s)\p{Cc}/gu
