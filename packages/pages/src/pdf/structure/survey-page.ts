import { type Attachment, type Box, centre, type Comment, holds, type Picture, type Warning } from '@polyparse/document'
import type { EngineRequest } from '@polyparse/engine'
import { isGarbage } from '../completeness.ts'
import type { PageContent } from '../../layout/page-content.ts'
import { type DraftBlock, textOfBlock } from '../../paged/draft.ts'
import { isPartOfLeader } from '../../language/leaders.ts'
import { placePictures } from '../place-pictures.ts'
import type { Character } from '../../pdfium/character.ts'
import { drawnText } from '../characters/drawn-text.ts'
import { obliqueTextApart, readOblique } from '../characters/read-oblique.ts'
import { readVisible } from '../characters/read-visible.ts'
import { layerRepaired, layerUntrusted } from '../verdict/warnings.ts'
import { isNoise, isPoor } from '../verdict/false-layer.ts'
import { findDoubts } from '../verdict/doubts.ts'
import type { DoubtedPage } from '../verdict/settle.ts'
import {
  hiddenTextLeftOut,
  hiddenTextUsed,
  isRecognitionLayer,
  isStampedScan,
  leftOut,
} from '../../pdfium/hidden-text.ts'
import { type PlacedComment, readAnnotations } from '../../pdfium/annotations.ts'
import type { PdfForm } from '../../pdfium/form-fields.ts'
import { unreadableImage } from '../../pdfium/pdfium-pictures.ts'
import { inkCoverage } from '../../pdfium/raster.ts'
import type { Pdfium } from '../../pdfium/library.ts'
import type { OpenPdf } from '../../pdfium/kept-pdfs.ts'
import type { PageFacts } from '../../pdfium/page-facts.ts'
import { withPage } from '../../pdfium/with-page.ts'
import { readStructureTree, type StructureChild } from '../../pdfium/structure-tree.ts'
import { readAlternativeTexts } from '../tagged/roles.ts'
import { maxComparedWithMarks } from './parameters.ts'
import { findPartsWithText, type PartWithText } from './picture-text.ts'
import { findNamelessBullets } from './nameless-bullets.ts'
import { readContent, type FramedContent } from './read-content.ts'

/** The facts about a page that are kept after it is closed. */
export type SurveyedPage = Pick<PageFacts, 'width' | 'height' | 'isBlank'> & {
  readonly framed: readonly [FramedContent, ...FramedContent[]]
  /** Its oblique text, which is in none of its lines. */
  readonly oblique: readonly DraftBlock[]
  readonly tree: readonly StructureChild[] | null
  readonly attachments: readonly Attachment[]
  /** The remarks of people beside its text. */
  readonly comments: readonly Comment[]
  /** Characters of its text, without the dots of leaders; 0 where it has no meaningful text. */
  readonly held: number
  /** Share of the page, 0–1, that is drawn on; measured only where it has no text. */
  readonly ink: number
  /** True if its text is that of a stamp on a scan, so that the scan may say more. */
  readonly isStamped: boolean
  /** True if its text is the layer of a scan in which many words are wrong, so that another reading may be better. */
  readonly isPoor: boolean
  readonly pictureBlocks: readonly DraftBlock[]
  /** The parts of it that look like text, beside its text. */
  readonly parts: readonly PartWithText[]
  readonly pictures: readonly Picture[]
  readonly warnings: readonly Warning[]
  readonly raw: unknown
  /** Its text layer, if that is doubted. */
  readonly doubted: DoubtedPage | null
}

export type ToRead = {
  readonly number: number
  readonly request: EngineRequest
  /** Bytes left for the pictures of the document, reduced as they are used. */
  readonly budget: { bytes: number }
  readonly form: PdfForm | null
  /** Other texts of visible characters, by their index. */
  readonly mended?: ReadonlyMap<number, string>
}

/** Null when PDFium cannot load the page. */
export const surveyPage = (
  pdfium: Pdfium,
  pdf: OpenPdf,
  { number, request, budget, form, mended }: ToRead,
): SurveyedPage | null =>
  withPage(pdfium, pdf, number, (opened, facts) => {
    const hidden = leftOut(facts).objects
    const placed = placePictures(pdfium, { document: pdf.document, page: opened, number, request }, facts, budget)
    const tree = readStructureTree(pdfium, opened)
    const alternatives = tree === null ? new Map<number, string>() : readAlternativeTexts(tree)
    const alternativeAt = (box: Box): string | undefined => {
      const image = facts.images.find((one) => one.box === box)
      return image && alternatives.get(pdfium.FPDFPageObj_GetMarkedContentID(image.object))
    }
    const { marks, attachments, comments } = readAnnotations(pdfium, opened, facts.display)
    const { characters: seen, drawings, isRestored, isSpent } = readVisible(pdfium, opened, facts, marks)
    if (isSpent) pdf.pages?.release(number)
    if (mended === undefined) pdf.pages?.note(number, drawnText(seen))
    const bullets = findNamelessBullets(seen)
    const doubts =
      mended === undefined && !request.forceRecognition
        ? findDoubts(bullets.size === 0 ? seen : seen.filter((character) => !bullets.has(character)))
        : null
    const shown = withTexts(seen, mended, bullets)
    const oblique = readOblique(shown)
    const framed = readContent({
      number,
      facts,
      drawings,
      seen: shown.filter(({ look }) => look.slant === 0),
      fields: form?.fieldsOf(opened, facts.display) ?? [],
    })
    const texts = [...textsOfPage(framed), ...oblique.map(textOfBlock)]
    const text = texts.join('')
    const isLayer = isRecognitionLayer(facts)
    const isFalse = isLayer && isNoise(textsOfPage(framed))
    const isUnread = isFalse || text === '' || isGarbage(text) || request.forceRecognition
    const ink = isUnread ? inkCoverage(pdfium, opened, facts) : 0
    const unreadable = isUnread && ink === 0 ? unreadableImage(pdfium, facts, number) : null
    return {
      doubted: doubts === null ? null : { number, characters: seen, doubts },
      isBlank: facts.isBlank,
      raw: request.raw ? rawOf(framed[0].content, tree) : null,
      width: facts.width,
      height: facts.height,
      framed,
      oblique,
      attachments,
      comments: anchored(comments, number, shown),
      held: isUnread ? 0 : lengthWithoutLeaders(texts),
      ink,
      isStamped:
        !isUnread &&
        isStampedScan(pdfium, opened, facts, {
          characters: text.length,
          pictures: placed.blocks.map(({ box }) => box),
        }),
      parts: isUnread
        ? []
        : findPartsWithText(pdfium, opened, facts, { pictures: placed.blocks.map(({ box }) => box), drawings }),
      isPoor: isLayer && !isUnread && isPoor(textsOfPage(framed)),
      tree,
      pictureBlocks: placed.blocks.map((block) => {
        const alternative = alternativeAt(block.box)
        return alternative === undefined ? block : { ...block, alternative }
      }),
      pictures: placed.pictures.map((picture) => {
        const alt = picture.bbox === null ? undefined : alternativeAt(picture.bbox)
        return alt === undefined ? picture : { ...picture, alt }
      }),
      warnings: [
        ...placed.warnings,
        ...(hidden.size > 0 ? [hiddenTextLeftOut(number)] : []),
        ...(isRestored ? [layerRepaired(number)] : []),
        ...(oblique.length > 0 ? [obliqueTextApart(number, oblique)] : []),
        ...(unreadable === null ? [] : [unreadable]),
        ...(isFalse ? [layerUntrusted(number)] : isLayer ? [hiddenTextUsed(number)] : []),
      ],
    }
  })

/** The comments with the texts that they mark, as long as there are not too many places to look for them. */
const anchored = (comments: readonly PlacedComment[], page: number, characters: readonly Character[]): Comment[] => {
  const places = comments.reduce((sum, { marked }) => sum + marked.length, 0)
  const isMany = places * characters.length > maxComparedWithMarks
  return comments.map(({ marked, comment }) => {
    const anchor = isMany || marked.length === 0 ? '' : textUnder(marked, characters)
    return { ...comment, page, ...(anchor !== '' && { anchor }) }
  })
}

const textUnder = (marked: readonly Box[], characters: readonly Character[]): string => {
  const isMarked = ({ box }: Character): boolean => box !== null && marked.some((one) => holds(one, centre(box)))
  return characters
    .filter(
      (character, index) => isMarked(character) || (character.box === null && isBetween(characters, index, isMarked)),
    )
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/** Tells whether a space that PDFium put there is beside a marked character. */
const isBetween = (
  characters: readonly Character[],
  index: number,
  isMarked: (character: Character) => boolean,
): boolean => [characters[index - 1], characters[index + 1]].some((beside) => beside !== undefined && isMarked(beside))

/** The characters with other texts, without those of which nothing is known. */
const withTexts = (
  characters: readonly Character[],
  texts: ReadonlyMap<number, string> | undefined,
  bullets: ReadonlyMap<Character, string>,
): Character[] => {
  if (texts === undefined && bullets.size === 0) return characters.filter(({ glyph }) => glyph?.code !== 0)
  return characters.flatMap((character, index) => {
    const text = bullets.get(character) ?? texts?.get(index)
    if (text !== undefined) return text === '' ? [] : [{ ...character, text }]
    return character.glyph?.code === 0 ? [] : [character]
  })
}

/** The words of a page in all their directions. */
export const textsOfPage = (framed: readonly FramedContent[]): string[] =>
  framed.flatMap(({ content }) => content.words.map((word) => word.text))

/** The characters of words, of which at least one counts. */
const lengthWithoutLeaders = (words: readonly string[]): number =>
  Math.max(
    1,
    words.reduce((sum, word) => (isPartOfLeader(word) ? sum : sum + word.length), 0),
  )

const rawOf = ({ number, words, rules }: PageContent, tree: readonly StructureChild[] | null): unknown => ({
  page: number,
  words,
  rules,
  tags: tree,
})
