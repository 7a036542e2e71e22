import type { Attachment } from '@polyparse/document'
import { textInFont } from '@polyparse/engine'
import { linesOfContent } from '../../flow/content.ts'
import type { FlowBlock, FlowComment } from '../../flow/flow.ts'
import { languageOfLetters, textInCase } from '../../flow/letter-case.ts'
import { createNotes } from '../../flow/notes.ts'
import { decodeBytes, encodingOfCodePage } from '../../code-pages.ts'
import { createDefinitions, isColorPart } from './definitions.ts'
import { mathText } from '../../mathematics/office-math.ts'
import { linkOfField } from '../field-link.ts'
import { textOfInstruction } from '../field-text.ts'
import { textOfFormField } from '../form-answers.ts'
import { applyFormat } from './formatting.ts'
import { addRtfFormEntry, defineRtfFormField, enteredInRtf, rtfFormFieldOf } from './form-definitions.ts'
import { type FormulaPart, newFormula, partOf, writeFormula } from './formula.ts'
import { createListDefinitions } from './list-definitions.ts'
import { createRichTextLists, type RichTextListItem, type RichTextLists, ownItem } from './rich-text-lists.ts'
import { createRemarks } from './remarks.ts'
import { createRichTextSink, type ParagraphLook } from './sink.ts'
import {
  initialState,
  newRtfField,
  richTextLook,
  plainLook,
  plainParagraph,
  purposes,
  type RtfField,
  specialCharacters,
  type RichTextState,
} from './state.ts'
import type { CellShape } from './rich-text-table.ts'
import { tokensOf } from './tokens.ts'

export type RichText = {
  readonly blocks: readonly FlowBlock[]
  readonly headers: readonly string[]
  readonly footers: readonly string[]
  /** Entries of the document's information, by their control words. */
  readonly information: ReadonlyMap<string, string>
  readonly hasHidden: boolean
  /** Comments that are in no block. */
  readonly comments: readonly FlowComment[]
  /** Files of other programs that are in the document, by the kinds that these call them. */
  readonly embedded: readonly Attachment[]
}

/** Levels; deeper groups are an attack on the memory. */
const maxRtfGroupDepth = 2000
/** Levels of groups in which formulas have parts; what reads them goes deeper for each of them. */
const deepestFormula = 300

/** Encodings of a document by the words that name them (Rich Text Format 1.9.1, Character Set). */
const encodingsOfWords: ReadonlyMap<string, string> = new Map([
  ['mac', 'macintosh'],
  ['pc', 'ibm437'],
  ['pca', 'ibm850'],
])

/** Reads RTF whose bytes are the characters of `source`, its hidden text if that is asked for. */
export const readRichText = (source: string, includeHidden = false): RichText => {
  const definitions = createDefinitions()
  const information = new Map<string, string>()
  const embedded: Attachment[] = []
  const notes = createNotes()
  const running = { header: [] as string[], footer: [] as string[] }
  const body = createRichTextSink()
  const groups: RichTextState[] = []
  let state = initialState(body)
  let hasHidden = false
  let encoding = 'windows-1252'
  /** Bytes whose characters are not complete yet; characters that replace a Unicode one; an optional destination. */
  let pending = ''
  let toSkip = 0
  let optional = false
  /** True if a group has just been opened. */
  let opening = false
  const newRow = () => ({ shapes: [] as CellShape[], header: false })
  const rows = { outer: newRow(), nested: newRow() }
  let merging = { continuesAbove: false, continuesLeft: false }
  let time: Record<string, number> = {}
  const lists = createRichTextLists()
  const listDefinitions = createListDefinitions(lists)
  const remarks = createRemarks()

  const paragraphLook = (of: RichTextState = state): ParagraphLook => {
    const { isTitle, role, ...style } = definitions.style(of.styleNumber)
    const outlineLevel = of.outlineLevel ?? style.outlineLevel
    const isHeading = outlineLevel !== null && outlineLevel < 9
    const depth = of.tableDepth ?? (of.inTable ? 1 : 0)
    const takeItem = (printed: string | null): RichTextListItem | null => listItemOfRtfParagraph(of, lists, printed)
    return { isTitle, role, outlineLevel: isHeading ? outlineLevel : null, takeItem, indent: of.indent, depth }
  }

  const write = (text: string, entered = enteredInRtf(state.field.form)): void => {
    if (state.purpose === 'collected') state.collected.push(text)
    else if (state.purpose === 'font') definitions.nameFont(state.font, text)
    else if (state.purpose === 'colors') definitions.endColors(text)
    else if (state.purpose === 'style') definitions.nameStyle(state.styleNumber, text)
    else if (state.purpose === 'formula' && state.formula !== null) writeFormula(state.formula, text)
    else if (state.purpose === 'text' && state.hidden) hasHidden ||= text.trim() !== ''
    else if (state.purpose === 'text') {
      if (text.trim() !== '') state.field.hasText = true
      remarks.read(text)
      const cased = textInCase(text, state.letterCase, languageOfLetters(state.language))
      const shown = textInFont(cased, definitions.nameOf(state.font))
      const look = richTextLook(state, {
        monospaced: definitions.isMonospaced(state.font),
        highlight: definitions.highlightOf(state.highlight),
      })
      state.sink.add({ text: shown, ...look, ...(entered !== undefined && { entered }) })
    }
  }

  const flush = (): void => {
    const bytes = pending
    pending = ''
    if (bytes !== '') write(decodeBytes(bytes, definitions.encodingOf(state.font) ?? encoding))
  }

  /** Begins a destination, or a part of a formula where it begins its group; false where the word begins none. */
  const begin = (word: string, isFirst: boolean): boolean => {
    if (state.formula !== null) {
      const part = isFirst && groups.length < deepestFormula ? partOf(state.formula, word) : null
      if (part !== null) state.formula = part
      return part !== null
    }
    if (/^(?:footnote|annotation|(?:header|footer)[lrf]?)$/.test(word)) {
      Object.assign(state, { destination: word, sink: createRichTextSink(), ...plainLook, ...plainParagraph })
      return true
    }
    if (word === 'field') state.field = newRtfField()
    if (word === 'pn') listDefinitions.beginOwn()
    if (word === 'moMath') state.formula = newFormula()
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
    if (ended.destination === 'moMath' && outer.formula === null) endFormula(ended.formula)
    else if (ended.collected !== outer.collected) take(ended.destination, ended.collected.join(''))
    if (ended.sink !== outer.sink) endSink(ended)
    if (ended.field !== outer.field) endField(ended.field)
  }

  const endFormula = (formula: FormulaPart | null): void => {
    const text = mathText(formula ?? undefined)
    if (text !== '' && state.purpose === 'text') state.sink.add({ text, formula: true })
  }

  /** Uses the text of a destination that was collected. */
  const take = (destination: string, text: string): void => {
    if (destination === 'pict') {
      const data = Buffer.from(text.replaceAll(/[^\da-f]/gi, ''), 'hex')
      if (data.length > 0 && state.purpose === 'text') state.sink.addPicture(data)
    } else if (destination === 'listtext' || destination === 'pntext') {
      const marker = text.trim()
      state.sink.setMarker(/[\p{L}\p{N}]/u.test(marker) && marker !== 'o' ? marker : '•')
    } else if (destination === 'fldinst') {
      state.field.instruction = text
      state.field.link = linkOfField(text) ?? state.field.link
    } else if (destination === 'ffl') addRtfFormEntry(state.field.form, text)
    else if (destination === 'bkmkstart') state.sink.addAnchor(text.trim())
    else if (destination === 'pn') state.ownNumbering = listDefinitions.own()
    else if (destination === 'formfield') return
    else if (destination === 'objclass') embedded.push({ name: text.trim() })
    else if (listDefinitions.take(destination, text) || remarks.take(destination, text)) return
    else if (destination === 'creatim' || destination === 'revtim') {
      const { yr = 0, mo = 1, dy = 1, hr = 0, min = 0 } = time
      if (yr > 0 && yr < 10_000) information.set(destination, new Date(Date.UTC(yr, mo - 1, dy, hr, min)).toISOString())
      time = {}
    } else information.set(destination, text)
  }

  /** Shows what a field holds that has no result. */
  const endField = ({ form, instruction, hasText }: RtfField): void => {
    if (hasText || state.purpose !== 'text') return
    const answer = rtfFormFieldOf(form)
    const text = answer === null ? textOfInstruction(instruction) : textOfFormField(answer)
    if (text !== '') write(text, enteredInRtf(form))
    state.field.hasText ||= text !== ''
  }

  const endSink = (ended: RichTextState): void => {
    const { sink, destination } = ended
    const blocks = sink.finish(paragraphLook(ended))
    for (const comment of sink.rest()) state.sink.addComment(comment)
    if (destination === 'footnote') {
      state.sink.add(notes.refer(() => blocks))
      return
    }
    if (destination === 'annotation') {
      state.sink.addComment(remarks.end(blocks))
      return
    }
    const text = linesOfContent(blocks)
    if (text !== '') running[destination.startsWith('header') ? 'header' : 'footer'].push(text)
  }

  const word = (name: string, value: number | null): void => {
    const special = specialCharacters.get(name)
    if (special !== undefined) write(special)
    else if (name === 'u') {
      write(String.fromCharCode((value ?? 0xfffd) & 0xffff))
      toSkip = state.fallback
    } else if (/^(?:par|sect|page|\n|\r)$/.test(name)) {
      if (state.purpose !== 'text') return
      remarks.read('\n')
      state.sink.endParagraph(paragraphLook())
    } else if (name === 'v' && includeHidden) return
    else if (applyFormat(state, name, value)) return
    else if (isColorPart(name)) {
      if (state.purpose === 'colors') definitions.setColorPart(name, value ?? 0)
    } else if (name === 'sbasedon') {
      if (state.purpose === 'style') definitions.setBase(state.styleNumber, value ?? 0)
    } else if (state.purpose === 'lists') listDefinitions.word(state.destination, name, value ?? 0)
    else if (name === 'ls') state.list = value ?? 0
    else if (name === 'outlinelevel') {
      if (state.purpose === 'style') definitions.setOutlineLevel(state.styleNumber, value ?? 9)
      else state.outlineLevel = value ?? 9
    } else if (/^ff(?:type|res|defres)$/.test(name)) defineRtfFormField(state.field.form, name, value ?? 0)
    else if (name === 'fcharset') definitions.setCharacterSet(state.font, value ?? 0)
    else if (name === 'ansicpg' || encodingsOfWords.has(name))
      encoding = encodingsOfWords.get(name) ?? encodingOfCodePage(value ?? 1252)
    else if (/^(?:yr|mo|dy|hr|min)$/.test(name)) time[name] = value ?? 0
    else if (state.purpose === 'text') tableWord(name, value)
  }

  const tableWord = (name: string, value: number | null): void => {
    const isNested = state.destination === 'nesttableprops'
    const row = isNested ? rows.nested : rows.outer
    if (name === 'trowd') rows[isNested ? 'nested' : 'outer'] = newRow()
    else if (name === 'trhdr') row.header = true
    else if (name === 'clvmrg') merging.continuesAbove = true
    else if (name === 'clmrg') merging.continuesLeft = true
    else if (name === 'cellx') {
      row.shapes.push({ edge: value ?? 0, ...merging })
      merging = { continuesAbove: false, continuesLeft: false }
    } else if (name === 'cell') state.sink.endCell({ ...paragraphLook(), depth: 1 })
    else if (name === 'nestcell') state.sink.endCell({ ...paragraphLook(), depth: nestedDepth() })
    else if (name === 'row') state.sink.endRow(1, row.shapes, row.header)
    else if (name === 'nestrow') state.sink.endRow(nestedDepth(), row.shapes, row.header)
  }
  const nestedDepth = (): number => Math.max(state.tableDepth ?? 2, 2)

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
    if (token.kind === 'open' && groups.length < maxRtfGroupDepth) groups.push({ ...state })
    else if (token.kind === 'close') close()
    else if (token.kind === 'binary') state.collected.push(Buffer.from(token.data).toString('hex'))
    else if (token.kind === 'word' && token.name !== '*' && !begin(token.name, isFirst || optional))
      word(token.name, token.value)
    // A destination begins its group; in the middle of one, the mark would take the rest of the group with it.
    optional = isFirst && token.kind === 'word' && token.name === '*'
  }
  flush()
  const blocks = [...body.finish(paragraphLook()), ...notes.blocks()]
  const { header: headers, footer: footers } = running
  return { blocks, headers, footers, information, hasHidden, comments: body.rest(), embedded }
}

/** The place of a paragraph in its list, in a numbering of its own, or by the marker that is printed. */
const listItemOfRtfParagraph = (
  { list, listLevel, ownNumbering }: RichTextState,
  lists: RichTextLists,
  printed: string | null,
): RichTextListItem | null => {
  const item = list === 0 ? null : lists.next(list, listLevel, printed)
  if (item !== null) return item
  const level = listLevel + 1
  if (ownNumbering !== null) {
    ownNumbering.count += 1
    return { level, ...ownItem(ownNumbering.level, ownNumbering.count - 1, printed) }
  }
  return printed === null ? null : { level, marker: printed }
}
