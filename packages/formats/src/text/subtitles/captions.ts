import { firstOf, itemAt } from '@polyparse/document/items'
import { decodeEntities } from './entities.ts'
import { subtitleLimits } from './parameters.ts'

/** A stretch of words of one speaker, with the seconds at which it is first shown. */
export type Caption = { readonly start: number; readonly speaker: string; readonly text: string }

const captionTimeSource = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?`
const captionTimingPattern = new RegExp(String.raw`^[ \t]*${captionTimeSource}[ \t]*-->[ \t]*${captionTimeSource}`)

type Cue = { readonly start: number; readonly end: number; readonly lines: string[] }

/**
 * The captions of WebVTT or SRT in their order, without styles, positions and comments. A line that stays while the next
 * one appears below it is there once.
 * @example subtitleCaptions('1\n00:00:01,000 --> 00:00:02,000\nHi', 'text/srt') // [{ start: 1, speaker: '', text: 'Hi' }]
 */
export const subtitleCaptions = (source: string, mediaType: string): Caption[] => {
  const captions: Caption[] = []
  let last = ''
  let speaker = ''
  for (const { start, end, lines } of cuesOf(source, mediaType === 'text/vtt')) {
    const isRolling = lines.length > 1 || end - start < subtitleLimits.flash
    for (const [index, line] of lines.entries()) {
      const words = textOfCaptionLine(line)
      if (words === '' || (isRolling && index === 0 && words === last)) continue
      last = words
      const [before = '', ...voices] = line.split(/<v(?:\.[^\s>]*)?[ \t]+([^>]*)>/)
      if (index === 0) speaker = ''
      const add = (text: string): void => {
        if (text !== '') captions.push({ start, speaker, text })
      }
      add(textOfCaptionLine(before))
      for (let at = 0; at < voices.length; at += 2) {
        speaker = decodeEntities(itemAt(voices, at)).trim()
        add(textOfCaptionLine(itemAt(voices, at + 1)))
      }
    }
  }
  return captions
}

const cuesOf = (source: string, isWebVtt: boolean): Cue[] => {
  const cues: Cue[] = []
  for (const piece of source.split(/\n[ \t]*\n/)) {
    const lines = piece.split('\n').filter((line) => line.trim() !== '')
    const at = lines.findIndex((line) => captionTimingPattern.test(line))
    const [, hours, minutes, seconds, fraction, ...until] = captionTimingPattern.exec(lines[at] ?? '') ?? []
    // A piece without a time is a comment or a style in WebVTT; in SRT it continues a caption after an empty line.
    if (at === -1 && !isWebVtt) cues.at(-1)?.lines.push(...lines)
    else if (at !== -1 && !/^NOTE\b/.test(firstOf(lines)))
      cues.push({
        start: secondsOf([hours, minutes, seconds, fraction]),
        end: secondsOf(until),
        lines: lines.slice(at + 1),
      })
  }
  return cues
}

const secondsOf = ([hours = '0', minutes = '0', seconds = '0', fraction = '0']: readonly (
  | string
  | undefined
)[]): number => Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`)

/** The words of a line without tags of either format. */
const textOfCaptionLine = (line: string): string =>
  decodeEntities(line.replaceAll(/<\/?[a-z\d][^<>]*>|\{\\[^{}]*\}/gi, '').replaceAll(/\s+/g, ' ')).trim()
