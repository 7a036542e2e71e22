import type { Archive } from '../../archive/archive.ts'
import { isCompoundFile, openCompoundFile } from '../../compound/compound-file.ts'
import type { EnteredKind, FlowRun } from '../../flow/flow.ts'
import { elementsIn } from '../../xml/element.ts'
import { tickBox } from '../form-answers.ts'
import { unlessDamaged } from '../omitted.ts'
import { type ActiveXProperties, propertiesOfMorphData } from './morph-data.ts'
import { readPart } from './relationships.ts'

/** The kinds of the controls of Forms 2.0, by the first part of the ids of their classes (MS-OFORMS 2.1.2.2). */
const kindOfClass: Readonly<Record<string, EnteredKind>> = {
  '8BD21D10': 'text',
  '8BD21D20': 'choice',
  '8BD21D30': 'choice',
  '8BD21D40': 'checkbox',
  '8BD21D50': 'radio',
}

/** Classes in which nothing is entered: labels, buttons and pictures. */
const classesWithoutAnswer = new Set(['978C9E23', 'D7053240', '4C599241'])

/** The answer in a control of a program (ActiveX) with its label; nothing where it has none, and null where it is not read. */
export const answerOfActiveX = (archive: Archive, name: string): FlowRun[] | null => {
  const part = unlessDamaged(() => readPart(archive, name))
  const id = (part?.root.attributes['ax:classid'] ?? '').replace('{', '').slice(0, 8).toUpperCase()
  return answerOfClass(id, () => {
    const target = part?.relationships.find((one) => one.kind === 'activeXControlBinary' && !one.external)?.target
    const bytes = target === undefined ? null : archive.read(target)
    return bytes === null ? propertiesOfBag(elementsIn(part?.root, 'ax:ocxPr')) : propertiesOfStream(bytes)
  })
}

/** The same of a control as older formats store it: the id of its class, and its bytes. */
export const answerOfStoredActiveX = (bytes: Uint8Array): FlowRun[] | null => {
  if (bytes.length < classIdBytes) return null
  const id = Buffer.from(bytes.subarray(0, 4)).readUInt32LE(0).toString(16).toUpperCase().padStart(8, '0')
  return answerOfClass(id, () => propertiesOfStream(bytes))
}

const answerOfClass = (id: string, properties: () => ActiveXProperties | null): FlowRun[] | null => {
  if (classesWithoutAnswer.has(id)) return []
  const kind = kindOfClass[id]
  const known = kind === undefined ? null : properties()
  return kind === undefined || known === null ? null : runsOfAnswer(kind, known)
}

const propertiesOfBag = (entries: ReturnType<typeof elementsIn>): ActiveXProperties => {
  const named = new Map(entries.map(({ attributes }) => [attributes['ax:name'] ?? '', attributes['ax:value'] ?? '']))
  return {
    value: named.get('Value') ?? '',
    caption: named.get('Caption') ?? '',
    isSecret: named.has('PasswordChar'),
  }
}

const classIdBytes = 16

/** A control in a stream of its own, behind the id of its class, or in one of a compound file (ISO/IEC 29500-4, 8). */
const propertiesOfStream = (bytes: Uint8Array): ActiveXProperties | null => {
  if (!isCompoundFile(bytes)) return propertiesOfMorphData(Buffer.from(bytes.subarray(classIdBytes)))
  const contents = unlessDamaged(() => openCompoundFile(bytes).stream('contents'))
  return contents === null ? null : propertiesOfMorphData(contents)
}

const runsOfAnswer = (entered: EnteredKind, { value, caption, isSecret }: ActiveXProperties): FlowRun[] => {
  if (entered === 'text' || entered === 'choice') return isSecret ? [] : [{ text: value, entered }]
  const label = caption.replaceAll(/\s+/g, ' ').trim()
  const box = { text: tickBox(/^(?:-?1|true)$/i.test(value)), entered }
  return label === '' ? [box] : [box, { text: ` ${label}` }]
}
