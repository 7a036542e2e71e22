import { type RichTextLists, newLevel } from './rich-text-lists.ts'
import type { OwnNumbering } from './state.ts'

/** Reads the tables of lists, and the numbering that paragraphs have of their own. */
export type ListDefinitions = {
  /** Takes a control word of one of these destinations: `listtable`, `listoverridetable`, `pn`. */
  word(destination: string, name: string, value: number): void
  /** Takes the text of a destination within; false where it is none of a list. */
  take(destination: string, text: string): boolean
  /** Begins the numbering of a paragraph. */
  beginOwn(): void
  own(): OwnNumbering
}

export const createListDefinitions = (lists: RichTextLists): ListDefinitions => {
  let level = newLevel()
  /** The list whose use is described. */
  let used = 0
  return {
    word: (destination, name, value) => {
      const isTable = destination === 'listtable'
      const code = ownCodes.get(name)
      if (name === 'list') lists.beginList()
      // A use that replaces levels of its list is counted as the list is.
      else if (name === 'listlevel') level = isTable ? lists.addLevel() : newLevel()
      else if (name === 'levelnfc') level.code = value
      else if (name === 'levelstartat' || name === 'pnstart') level.start = value
      else if (name === 'listid' && isTable) lists.define(value)
      else if (name === 'listid') used = value
      else if (name === 'ls' && destination === 'listoverridetable') lists.refer(value, used)
      else if (code !== undefined && destination === 'pn') level.code = code
    },
    take: (destination, text) => {
      if (destination === 'pntxta') level.text += text
      else if (destination === 'pntxtb') level.text = text + level.text
      // The length comes first, a semicolon last.
      else if (destination === 'leveltext') level.text = text.slice(1).replace(/;$/, '')
      else return false
      return true
    },
    beginOwn: () => {
      level = newLevel()
    },
    own: () => ({ level, count: 0 }),
  }
}

/** The codes of the words that say the kind of a paragraph's own numbers. */
const ownCodes: ReadonlyMap<string, number> = new Map([
  ['pndec', 0],
  ['pnucrm', 1],
  ['pnlcrm', 2],
  ['pnucltr', 3],
  ['pnlcltr', 4],
  ['pnlvlblt', 23],
  ['pnlvlcont', 255],
])
