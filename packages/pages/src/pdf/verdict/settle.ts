import { EngineFailure } from '@polyparse/engine'
import type { ContentWord } from '../../layout/page-content.ts'
import { recognitionLimits } from '../../ocr/parameters.ts'
import type { Recognition } from '../../ocr/page-source.ts'
import { unmoved } from '../../ocr/recognition/turn-back.ts'
import type { Character } from '../../pdfium/character.ts'
import type { Glyph } from '../../pdfium/character.ts'
import type { Pdfium } from '../../pdfium/library.ts'
import type { OpenPdf } from '../../pdfium/kept-pdfs.ts'
import { type Doubts, isUnknown, textOfPlaced } from './doubts.ts'
import {
  agreement,
  continueShift,
  isLike,
  type Meanings,
  meaningsByShape,
  meaningsByVote,
  mendLayer,
  textFonts,
} from './mend.ts'
import { alignVotes, type Seen } from './votes.ts'
import { verdictTrust } from './parameters.ts'

/** A page whose text layer is doubted, after it was closed. */
export type DoubtedPage = {
  readonly number: number
  /** The visible ones, in the order of the content. */
  readonly characters: readonly Character[]
  readonly doubts: Doubts
}

/**
 * The verdict on a doubted layer: sound as a whole; good with some characters replaced, of which none or some are
 * guesses; good but for a few characters that nothing tells; or unusable, so that the page is to be read from its image.
 */
export type PageVerdict =
  | { readonly kind: 'sound' }
  | { readonly kind: 'repaired' | 'untrusted'; readonly texts: ReadonlyMap<number, string> }
  | {
      readonly kind: 'incomplete'
      readonly texts: ReadonlyMap<number, string>
      /** Characters that stay unknown. */
      readonly unknown: number
      /** True if others were replaced. */
      readonly isRestored: boolean
    }
  | { readonly kind: 'unusable' }

/** Decides about the doubted pages of a document. What is learnt on one page helps with the next. */
export const settleDoubts = async (
  pdfium: Pdfium,
  pdf: OpenPdf,
  pages: readonly DoubtedPage[],
  recognition: Recognition,
): Promise<ReadonlyMap<number, PageVerdict>> => {
  const learnt = createMemory()
  const verdicts = new Map<number, PageVerdict>()
  let looks = 0
  for (const page of pages) {
    const certain = continueShift(
      new Map([...learnt.recall(page.doubts), ...meaningsByShape(page.characters, page.doubts)]),
      page.doubts.glyphs,
    )
    const image =
      isWorthALook(page, certain, learnt.isInVain) && looks < verdictTrust.maxLooks
        ? await lookAt(pdfium, pdf, page.number, recognition)
        : null
    if (image !== null) looks += 1
    const { verdict, meanings } = judgeDoubtedPage(page, certain, image)
    verdicts.set(page.number, verdict)
    if (verdict.kind !== 'unusable') learnt.learn(page.doubts, meanings)
  }
  return verdicts
}

/** Tells whether recognition may tell enough of what a page's doubted characters are: it reads text, and no signs. */
const isWorthALook = (page: DoubtedPage, known: Meanings, isInVain: (glyph: Glyph) => boolean): boolean => {
  const doubted = countDoubted(page)
  const isMost = doubted > countShown(page.characters, () => true) * verdictTrust.maxDoubted
  const isOfText = textFonts(
    new Set(page.characters.flatMap(({ glyph }) => (glyph !== null && glyph.ink !== null ? [glyph] : []))),
  )
  const open = countOpen(page, known, (glyph) => isInVain(glyph) || (!isMost && !isOfText(glyph)))
  return open > doubted * verdictTrust.maxOpen
}

type PageImageReading = { readonly words: readonly ContentWord[]; readonly quality: number }

/** The words of the page's image; null where it is askew or cannot be read, so that places cannot be compared. */
const lookAt = async (
  pdfium: Pdfium,
  pdf: OpenPdf,
  number: number,
  { languages, dpi }: Recognition,
): Promise<PageImageReading | null> => {
  try {
    // Text recognition is slow to load, and few documents need it.
    const [{ drawPage }, { recognizePage }] = await Promise.all([
      import('../../ocr/pdf-source.ts'),
      import('../../ocr/recognition/recognize-page.ts'),
    ])
    const drawn = drawPage(pdfium, pdf, number, dpi)
    if (drawn === null) return null
    const { content, quality, turned, back } = await recognizePage(
      { number, raster: drawn.raster, dpi: drawn.dpi, isPdfPage: true, cpuMs: recognitionLimits.lookMs },
      languages,
    )
    return turned === 0 && back === unmoved ? { words: content.words, quality } : null
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.code === 'unsupported_option') throw error
    return null
  }
}

const judgeDoubtedPage = (
  { characters, doubts }: DoubtedPage,
  certain: Meanings,
  image: PageImageReading | null,
): { readonly verdict: PageVerdict; readonly meanings: Meanings } => {
  // An image in another language than was asked for says nothing.
  const isReadable = image !== null && image.quality >= verdictTrust.minQuality
  const seen: readonly Seen[] = isReadable ? alignVotes(image.words, characters) : []
  const meanings = meaningsByVote(seen, doubts, certain)
  const mended = mendLayer(characters, doubts, meanings, seen)
  const verdict = (): PageVerdict => {
    const isKnown = mended.read + mended.unknown === 0
    if (isKnown && (mended.changed === 0 || !isContradicted(doubts, meanings))) return { kind: 'sound' }
    const isMost = countDoubted({ characters, doubts }) > mended.inked * verdictTrust.maxDoubted
    const isLost =
      mended.unknown > mended.inked * verdictTrust.maxUnknown ||
      (isReadable && agreement(seen, doubts, meanings) < verdictTrust.minAgreement)
    if (isMost && isLost && isReadable) return { kind: 'unusable' }
    if (mended.unknown > 0 && mended.read === 0 && !isLost && areNameless(doubts, meanings)) {
      const { texts, unknown, changed } = mended
      return { kind: 'incomplete', texts, unknown, isRestored: changed > unknown }
    }
    return { kind: isKnown && !isLost ? 'repaired' : 'untrusted', texts: mended.texts }
  }
  return { verdict: verdict(), meanings }
}

/** Tells whether of the glyphs that stay unknown none has a character that is not believed: their font names none. */
const areNameless = ({ glyphs }: Doubts, meanings: Meanings): boolean =>
  [...glyphs].every((glyph) => meanings.has(glyph) || isUnknown(glyph))

/** Tells whether any doubted glyph is something else than its font claims. */
const isContradicted = ({ glyphs }: Doubts, meanings: Meanings): boolean =>
  [...glyphs].some((glyph) => {
    const text = meanings.get(glyph)
    return (
      text !== undefined &&
      text !== ' ' &&
      (isUnknown(glyph) ? text !== textOfPlaced(glyph) : !isLike(text, textOfPlaced(glyph)))
    )
  })

const countDoubted = ({ characters, doubts: { glyphs } }: Pick<DoubtedPage, 'characters' | 'doubts'>): number =>
  countShown(characters, (glyph) => glyphs.has(glyph))

/** Characters that are still to be known, and may be by a look at the page. */
const countOpen = (
  { characters, doubts: { glyphs } }: DoubtedPage,
  known: ReadonlyMap<Glyph, string>,
  isInVain: (glyph: Glyph) => boolean,
): number => countShown(characters, (glyph) => glyphs.has(glyph) && !known.has(glyph) && !isInVain(glyph))

const countShown = (characters: readonly Character[], isCounted: (glyph: Glyph) => boolean): number =>
  characters.reduce((sum, { glyph }) => sum + (glyph !== null && glyph.ink !== null && isCounted(glyph) ? 1 : 0), 0)

/** Returns what is known of the glyphs of fonts by their names, codes and shapes, as their objects are new on every page. */
const createMemory = () => {
  const known = new Map<string, string>()
  const inVain = new Map<string, number>()
  return {
    recall: ({ glyphs }: Doubts): Meanings =>
      new Map(
        [...glyphs].flatMap((glyph) => {
          const text = known.get(keyOfGlyph(glyph))
          return text === undefined ? [] : [[glyph, text]]
        }),
      ),
    learn({ glyphs }: Doubts, meanings: Meanings): void {
      for (const glyph of glyphs) {
        const text = meanings.get(glyph)
        const key = keyOfGlyph(glyph)
        if (text === undefined) inVain.set(key, (inVain.get(key) ?? 0) + 1)
        else known.set(key, text)
      }
    },
    isInVain: (glyph: Glyph): boolean => (inVain.get(keyOfGlyph(glyph)) ?? 0) >= verdictTrust.maxLooksInVain,
  }
}

const keyOfGlyph = ({ font, code, ink }: Glyph): string =>
  `${font} ${code} ${ink?.map((side) => side.toFixed(2)).join(' ') ?? ''}`
