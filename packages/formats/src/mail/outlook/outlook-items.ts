import type { Storage } from '../../compound/compound-file.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { labelledLines } from '../../flow/labelled.ts'
import type { OutlookPropertyTable } from './properties.ts'

/** Sets of properties by the first number of their identifier (MS-OXPROPS 1.3.2). */
const propertySets = { task: 0x62003, appointment: 0x62002, address: 0x62004 }

/** The source of a value: a property by its four digits, or one that a set has under a number. */
type Source = string | { readonly set: number; readonly number: number }
type Kind = 'text' | 'moment' | 'day'

const inSet = (set: keyof typeof propertySets, number: number): Source => ({ set: propertySets[set], number })

/**
 * The properties that appointments, tasks and contacts have beside the text of a mail, by the names that calendars and
 * cards give them.
 */
const labelledProperties: readonly (readonly [label: string, kind: Kind, ...sources: readonly Source[]])[] = [
  ['Start', 'moment', inSet('appointment', 0x820d)],
  ['End', 'moment', inSet('appointment', 0x820e)],
  ['Repeats', 'text', inSet('appointment', 0x8232)],
  ['Location', 'text', inSet('appointment', 0x8208)],
  ['Start', 'day', inSet('task', 0x8104)],
  ['Due', 'day', inSet('task', 0x8105)],
  ['Organization', 'text', '3A16'],
  ['Department', 'text', '3A18'],
  ['Title', 'text', '3A17'],
  ['Phone (work)', 'text', '3A08', '3A1B'],
  ['Phone (home)', 'text', '3A09'],
  ['Phone (mobile)', 'text', '3A1C'],
  ['Fax', 'text', '3A24', '3A25'],
  ['Email', 'text', inSet('address', 0x8083), inSet('address', 0x8093), inSet('address', 0x80a3)],
  ['Address (work)', 'text', inSet('address', 0x801b)],
  ['Address (home)', 'text', inSet('address', 0x801a)],
  ['Website', 'text', '3A51', inSet('address', 0x802b)],
  ['Birthday', 'day', '3A42'],
]

/** Classes of messages that are more than a mail: those of other properties, and none of its own. */
const itemClass = /^IPM\.(?:Appointment|Schedule\.Meeting|Contact|Task)\b/i
const classProperty = '001A'

/** The time, place, address and the like of an appointment, a task or a contact of Outlook. */
export const toldByOutlookItem = (root: Storage, properties: OutlookPropertyTable): FlowBlock[] => {
  if (!itemClass.test(properties.text(classProperty))) return []
  const named = namedProperties(root)
  const idOf = (source: Source): string =>
    typeof source === 'string' ? source : (named.get(`${source.set} ${source.number}`) ?? '')
  return labelledLines(
    labelledProperties.map(([label, kind, ...sources]) => {
      const values = sources.map((source) => textOfOutlookValue(properties, idOf(source), kind))
      return [label, [...new Set(values.filter((value) => value !== ''))].join(', ')]
    }),
  )
}

const textOfOutlookValue = ({ text, time }: OutlookPropertyTable, id: string, kind: Kind): string => {
  if (id === '') return ''
  if (kind === 'text')
    return text(id)
      .replaceAll(/\s*[\r\n]+\s*/g, ', ')
      .trim()
  const moment = time(id)
  return moment === '' || kind === 'day' ? moment.slice(0, 10) : `${moment.slice(0, 16).replace('T', ' ')} UTC`
}

/** The streams that map names to properties (MS-OXMSG 2.2.3.1): sets, and entries of eight bytes. */
const nameStreams = { folder: '__nameid_version1.0', sets: '__substg1.0_00020102', entries: '__substg1.0_00030102' }
const nameBytes = { set: 16, entry: 8 }
/** Sets with numbers of their own, before those that are listed; and the first property with a name. */
const listedFrom = 3
const firstNamed = 0x8000
const maxNames = 0x7fff

/** The digits of properties by the numbers that sets have for them. */
const namedProperties = ({ storages }: Storage): ReadonlyMap<string, string> => {
  const folder = [...storages.values()].find(({ name }) => name.toLowerCase() === nameStreams.folder)
  const sets = folder?.stream(nameStreams.sets) ?? Buffer.alloc(0)
  const entries = folder?.stream(nameStreams.entries) ?? Buffer.alloc(0)
  const named = new Map<string, string>()
  for (let at = 0; at + nameBytes.entry <= entries.length && named.size < maxNames; at += nameBytes.entry) {
    const [number, kind, index] = [entries.readUInt32LE(at), entries.readUInt16LE(at + 4), entries.readUInt16LE(at + 6)]
    const setAt = ((kind >> 1) - listedFrom) * nameBytes.set
    const isNumber = (kind & 1) === 0
    if (!isNumber || setAt < 0 || setAt + nameBytes.set > sets.length) continue
    const id = (firstNamed + index).toString(16).toUpperCase()
    named.set(`${sets.readUInt32LE(setAt)} ${number}`, id)
  }
  return named
}
