import { type FlowBlock, flowText } from '../../flow/flow.ts'
import type { DrawingRecord } from '../drawing-records/records.ts'
import { partsInFonts, type PptFonts, pptStretchesIn } from './slides-binary-fonts.ts'

/** The text of a shape: its paragraphs, each with its depth from 0, and whether it has a bullet if it says so itself. */
export type TextBody = {
  readonly kind: number
  readonly paragraphs: readonly { readonly text: string; readonly depth: number; readonly bullet: boolean | null }[]
}

/** Numbers of records (MS-PPT 2.9). */
const pptTextRecords = { header: 0x0f9f, wide: 0x0fa0, narrow: 0x0fa8, style: 0x0fa1 }
/** Kinds of texts (MS-PPT 2.13.33). */
export const kinds = { title: 0, body: 1, notes: 2, other: 4, centeredTitle: 6, halfBody: 7, quarterBody: 8 }

/** The texts in records that follow each other; what styles a text follows it. */
export const textBodiesIn = (records: readonly DrawingRecord[], fonts: PptFonts): TextBody[] => {
  const bodies: { kind: number; text: string; style: Buffer }[] = []
  for (const { number, content } of records) {
    const body = bodies.at(-1)
    if (number === pptTextRecords.header && content.length >= 4)
      bodies.push({ kind: content.readUInt32LE(0), text: '', style: Buffer.alloc(0) })
    else if (body === undefined) continue
    else if (number === pptTextRecords.wide) body.text = content.toString('utf16le')
    else if (number === pptTextRecords.narrow) body.text = content.toString('latin1')
    else if (number === pptTextRecords.style) body.style = content
  }
  return bodies.map(({ kind, text, style }) => ({ kind, paragraphs: paragraphsOfPptText(text, style, fonts) }))
}

const paragraphsOfPptText = (text: string, style: Buffer, fonts: PptFonts): TextBody['paragraphs'] => {
  const { settings, end: charactersAt } = settingsIn(style, text.length + 1)
  const shownPart = partsInFonts(pptStretchesIn(style, charactersAt, text.length, fonts))
  let place = 0
  let run = 0
  let end = settings[0]?.length ?? 0
  return text.split('\r').map((line) => {
    while (place >= end && run + 1 < settings.length) {
      run += 1
      end += settings[run]?.length ?? 0
    }
    const { depth = 0, bullet = null } = settings[run] ?? {}
    const shown = shownPart(line, place)
    place += line.length + 1
    return { text: shown, depth, bullet }
  })
}

type Settings = { readonly length: number; readonly depth: number; readonly bullet: boolean | null }

/** Bits of the settings of paragraphs, in the order in which their values follow, with the bytes of each (MS-PPT 2.9.20). */
const bullets = 0x000f
const values: readonly (readonly [bits: number, bytes: number])[] = [
  [bullets, 2],
  [0x0080, 2],
  [0x0010, 2],
  [0x0040, 2],
  [0x0020, 4],
  [0x0800, 2],
  [0x1000, 2],
  [0x2000, 2],
  [0x4000, 2],
  [0x0100, 2],
  [0x0400, 2],
  [0x8000, 2],
]
const pptTabStopsFlag = 0x100000
const rest: readonly (readonly [bits: number, bytes: number])[] = [
  [0x010000, 2],
  [0x0e0000, 2],
  [0x200000, 2],
]
const maxPptParagraphDepth = 8

/** Returns what is set for runs of paragraphs, up to the length of the text (MS-PPT 2.9.44, 2.9.45), and where that ends. */
const settingsIn = (style: Buffer, length: number): { readonly settings: Settings[]; readonly end: number } => {
  const found: Settings[] = []
  let covered = 0
  let at = 0
  while (covered < length && at + 10 <= style.length) {
    const [count, depth, mask] = [style.readUInt32LE(at), style.readUInt16LE(at + 4), style.readUInt32LE(at + 6)]
    at += 10
    const saysBullet = (mask & 1) !== 0 && at + 2 <= style.length
    const bullet = saysBullet ? (style.readUInt16LE(at) & 1) === 1 : null
    for (const [bits, bytes] of values) at += (mask & bits) === 0 ? 0 : bytes
    if ((mask & pptTabStopsFlag) !== 0 && at + 2 <= style.length) at += 2 + style.readUInt16LE(at) * 4
    for (const [bits, bytes] of rest) at += (mask & bits) === 0 ? 0 : bytes
    found.push({ length: count, depth: Math.min(depth, maxPptParagraphDepth), bullet })
    covered += count
  }
  return { settings: found, end: at }
}

/** Texts that have bullets where nothing says otherwise. */
const bulleted = new Set([kinds.body, kinds.halfBody, kinds.quarterBody])

/** The paragraphs of a text as blocks. */
export const slideTextBlocks = ({ kind, paragraphs }: TextBody): FlowBlock[] =>
  paragraphs.flatMap(({ text, depth, bullet }): FlowBlock[] => {
    const content = flowText([{ text: normalizePptText(text) }])
    if (content.text.trim() === '') return []
    if (!(bullet ?? bulleted.has(kind))) return [{ type: 'paragraph', ...content }]
    return [{ type: 'list_item', level: depth + 1, marker: '•', ...content }]
  })

/** All of a text in one line, for a title. */
export const lineOfSlide = ({ paragraphs }: TextBody): string =>
  flowText([{ text: paragraphs.map(({ text }) => normalizePptText(text).replaceAll('\n', ' ')).join(' ') }]).text

/** A line break is a vertical tab; the sign for a date or a number of a slide is left out. */
const normalizePptText = (text: string): string =>
  text
    .replaceAll('\u000b', '\n')
    // oxlint-disable-next-line no-control-regex -- they are what is left out
    .replaceAll(/[\0-\x08\x0e-\x1f]/g, '')
