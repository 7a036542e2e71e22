import type { FlowBlock } from '../../flow/flow.ts'
import { createNotes } from '../../flow/notes.ts'
import { createDefinitions, decode, encodingOfCodePage } from './definitions.ts'
import { createSink, type ParagraphLook } from './sink.ts'
import { initialState, lookOf, plainLook, plainParagraph, purposes, specialCharacters, type State } from './state.ts'
import type { CellShape } from './table.ts'
import { tokensOf } from './tokens.ts'

export type RichText = {
  readonly blocks: readonly FlowBlock[]
  readonly headers: readonly string[]
  readonly footers: readonly string[]
  /** Entries of the document's information, by their control words. */
  readonly information: ReadonlyMap<string, string>
  readonly hasHidden: boolean
  /** How many comments there are; they are not read. */
  readonly comments: number
}

/** Levels; deeper groups are an attack on the memory. */
const deepest = 2000

/** Reads RTF whose bytes are the characters of `source`, its hidden text if that is asked for. */
export const readRichText = (source: string, includeHidden = false): RichText => {
  const definitions = createDefinitions()
  const information = new Map<string, string>()
  const notes = createNotes()
  const running = { header: [] as string[], footer: [] as string[] }
  const body = createSink()
  const groups: State[] = []
  let state = initialState(body)
  let hasHidden = false
  let comments = 0
  let encoding = 'windows-1252'
  /** Bytes whose characters are not complete yet; characters that stand for a Unicode one; an optional destination. */
  let pending = ''
  let toSkip = 0
  let optional = false
  /** Whether a group has just been opened. */
  let opening = false
  let row: { shapes: CellShape[]; header: boolean } = { shapes: [], header: false }
  let merging = { continuesAbove: false, continuesLeft: false }
  let time: Record<string, number> = {}

  const paragraphLook = (): ParagraphLook => {
    const style = definitions.style(state.styleNumber)
    const outlineLevel = state.outlineLevel ?? style.outlineLevel
    const isHeading = outlineLevel !== null && outlineLevel < 9
    const { listLevel, inTable } = state
    return { styleName: style.name, outlineLevel: isHeading ? outlineLevel : null, listLevel, inTable }
  }

  const write = (text: string): void => {
    if (state.purpose === 'collected') state.collected.push(text)
    else if (state.purpose === 'font') definitions.nameFont(state.font, text)
    else if (state.purpose === 'style') definitions.nameStyle(state.styleNumber, text)
    else if (state.purpose === 'text' && state.hidden) hasHidden ||= text.trim() !== ''
    else if (state.purpose === 'text') state.sink.add({ text, ...lookOf(state, definitions.isMonospaced(state.font)) })
  }

  const flush = (): void => {
    const bytes = pending
    pending = ''
    if (bytes !== '') write(decode(bytes, definitions.encodingOf(state.font) ?? encoding))
  }

  /** Begins a destination; false where the word begins none. */
  const begin = (word: string): boolean => {
    if (/^(?:footnote|(?:header|footer)[lrf]?)$/.test(word)) {
      Object.assign(state, { destination: word, sink: createSink(), ...plainLook, ...plainParagraph })
      return true
    }
    if (word === 'field') state.field = { link: null }
    if (word === 'annotation') comments += 1
    const purpose = purposes.get(word) ?? (optional ? 'nothing' : null)
    if (purpose === null) return false
    const isInformation = state.destination === 'info'
    if (state.purpose !== 'nothing' || isInformation)
      Object.assign(state, { purpose, destination: word, collected: [] })
    if (word === 'fldrslt') state.link = state.field.link
    return true
  }

  const close = (): void => {
    const ended = state
    const outer = groups.pop()
    if (outer === undefined) return
    state = outer
    if (ended.collected !== outer.collected) take(ended.destination, ended.collected.join(''))
    if (ended.sink !== outer.sink) endSink(ended)
  }

  /** Uses the text of a destination that was collected. */
  const take = (destination: string, text: string): void => {
    if (destination === 'pict') {
      const data = Buffer.from(text.replaceAll(/[^\da-f]/gi, ''), 'hex')
      if (data.length > 0 && state.purpose === 'text') state.sink.addPicture(data)
    } else if (destination === 'listtext' || destination === 'pntext') {
      const marker = text.trim()
      state.sink.setMarker(/[\p{L}\p{N}]/u.test(marker) && marker !== 'o' ? marker : '•')
    } else if (destination === 'fldinst')
      state.field.link = /^\s*HYPERLINK\s+"([^"]+)"/i.exec(text)?.[1] ?? state.field.link
    else if (destination === 'creatim' || destination === 'revtim') {
      const { yr = 0, mo = 1, dy = 1, hr = 0, min = 0 } = time
      if (yr > 0 && yr < 10_000) information.set(destination, new Date(Date.UTC(yr, mo - 1, dy, hr, min)).toISOString())
      time = {}
    } else information.set(destination, text)
  }

  const endSink = ({ sink, destination }: State): void => {
    const blocks = sink.finish({ styleName: '', outlineLevel: null, listLevel: 0, inTable: false })
    if (destination === 'footnote') {
      state.sink.add(notes.refer(() => blocks))
      return
    }
    const text = blocks.map((block) => block.text).join('\n')
    if (text !== '') running[destination.startsWith('header') ? 'header' : 'footer'].push(text)
  }

  const word = (name: string, value: number | null): void => {
    const isOn = value !== 0
    const special = specialCharacters.get(name)
    if (special !== undefined) write(special)
    else if (name === 'u') {
      write(String.fromCharCode((value ?? 0xfffd) & 0xffff))
      toSkip = state.fallback
    } else if (/^(?:par|sect|page|\n|\r|nestcell)$/.test(name)) {
      if (state.purpose === 'text') state.sink.endParagraph(paragraphLook())
    } else if (name === 'pard') Object.assign(state, plainParagraph)
    else if (name === 'plain') Object.assign(state, plainLook)
    else if (name === 'b') state.bold = isOn
    else if (name === 'i') state.italic = isOn
    else if (name === 'v') state.hidden = isOn && !includeHidden
    else if (name === 'deleted') state.hidden = isOn
    else if (name === 'super' || name === 'sub') state.position = isOn ? name : ''
    else if (name === 'up' || name === 'dn') state.position = value === 0 ? '' : name === 'up' ? 'super' : 'sub'
    else if (name === 'nosupersub') state.position = ''
    else if (name === 'f') state.font = value ?? 0
    else if (name === 'uc') state.fallback = Math.min(Math.max(value ?? 1, 0), 100)
    else if (name === 's') state.styleNumber = value ?? 0
    else if (name === 'ilvl') state.listLevel = Math.min(Math.max(value ?? 0, 0), 8)
    else if (name === 'intbl') state.inTable = true
    else if (name === 'outlinelevel') {
      if (state.purpose === 'style') definitions.setOutlineLevel(state.styleNumber, value ?? 9)
      else state.outlineLevel = value ?? 9
    } else if (name === 'fcharset') definitions.setCharacterSet(state.font, value ?? 0)
    else if (name === 'ansicpg') encoding = encodingOfCodePage(value ?? 1252)
    else if (name === 'mac') encoding = 'macintosh'
    else if (/^(?:yr|mo|dy|hr|min)$/.test(name)) time[name] = value ?? 0
    else if (state.purpose === 'text') tableWord(name, value)
  }

  const tableWord = (name: string, value: number | null): void => {
    if (name === 'trowd') row = { shapes: [], header: false }
    else if (name === 'trhdr') row.header = true
    else if (name === 'clvmrg') merging.continuesAbove = true
    else if (name === 'clmrg') merging.continuesLeft = true
    else if (name === 'cellx') {
      row.shapes.push({ edge: value ?? 0, ...merging })
      merging = { continuesAbove: false, continuesLeft: false }
    } else if (name === 'cell') state.sink.endCell(paragraphLook())
    else if (name === 'row') state.sink.endRow(row.shapes, row.header)
  }

  for (const token of tokensOf(source)) {
    const isFirst = opening
    opening = token.kind === 'open'
    if (token.kind === 'text') {
      if (state.purpose !== 'nothing') pending += token.bytes.slice(toSkip)
      toSkip = Math.max(0, toSkip - token.bytes.length)
      continue
    }
    flush()
    toSkip = 0
    if (token.kind === 'open' && groups.length < deepest) groups.push({ ...state })
    else if (token.kind === 'close') close()
    else if (token.kind === 'binary') state.collected.push(Buffer.from(token.data).toString('hex'))
    else if (token.kind === 'word' && token.name !== '*' && !begin(token.name)) word(token.name, token.value)
    // A destination begins its group; in the middle of one, the mark would take the rest of the group with it.
    optional = isFirst && token.kind === 'word' && token.name === '*'
  }
  flush()
  const blocks = [...body.finish(paragraphLook()), ...notes.blocks()]
  return { blocks, headers: running.header, footers: running.footer, information, hasHidden, comments }
}
