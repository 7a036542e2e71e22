import { type WordFormField, maxFormEntries } from '../form-answers.ts'

/** Kinds of fields in a form (MS-DOC 2.9.79). */
const formKinds = { checkbox: 1, choice: 2 }
/** The answer is the default. */
const undefinedAnswer = 25
const formVersion = 0xffffffff

/** The data of a field of a form, at an offset of the stream of data (MS-DOC 2.9.157, 2.9.78); null where it is none. */
export const formFieldAt = (data: Buffer, at: number): WordFormField | null => {
  if (at < 0 || at + 6 > data.length) return null
  const form = data.subarray(at + data.readUInt16LE(at + 4), at + data.readUInt32LE(at))
  if (form.length < 12 || form.readUInt32LE(0) !== formVersion) return null
  const bits = form.readUInt16LE(4)
  const kind = bits & 3
  if (kind !== formKinds.checkbox && kind !== formKinds.choice) return null
  let place = 10
  const skipText = (): void => {
    if (place + 2 <= form.length) place += 2 + form.readUInt16LE(place) * 2 + 2
  }
  skipText()
  if (place + 2 > form.length) return null
  const byDefault = form.readUInt16LE(place)
  const own = (bits >> 2) & 0x1f
  const chosen = own === undefinedAnswer ? byDefault : own
  if (kind === formKinds.checkbox) return { kind: 'checkbox', checked: chosen === 1 }
  place += 2
  for (let text = 0; text < 5; text += 1) skipText()
  return { kind: 'choice', entries: entriesIn(form, place), chosen }
}

/** The entries of a list (MS-DOC 2.2.4). */
const entriesIn = (form: Buffer, from: number): string[] => {
  if (from + 6 > form.length) return []
  const count = Math.min(form.readUInt16LE(from + 2), maxFormEntries)
  const entries: string[] = []
  let at = from + 6
  while (entries.length < count && at + 2 <= form.length) {
    const end = at + 2 + form.readUInt16LE(at) * 2
    entries.push(form.subarray(at + 2, end).toString('utf16le'))
    at = end
  }
  return entries
}
