import type { FlowRun } from '../../flow/flow.ts'
import { childOf, isOn, valueOf, type XmlElement } from '../../xml/element.ts'
import { answerOfActiveX } from '../package/active-x.ts'
import { targetOfRelationship } from '../package/relationships.ts'
import type { ContentControl, WordprocessingContext } from './wordprocessing-context.ts'

/**
 * Returns what a control holds (ISO/IEC 29500-1, 17.5.2); null for one that only groups, and one that shows what is to be
 * entered.
 */
export const contentControl = (control: XmlElement): ContentControl | null => {
  const properties = childOf(control, 'w:sdtPr')
  const title = valueOf(properties, 'w:alias')?.trim() ?? ''
  const isOne = (name: string): boolean => childOf(properties, name) !== undefined
  if (isOne('w14:checkbox')) return { entered: 'checkbox', title }
  if (isOn(childOf(properties, 'w:showingPlcHdr'))) return null
  if (['w:dropDownList', 'w:comboBox'].some(isOne)) return { entered: 'choice', title }
  return ['w:text', 'w:date'].some(isOne) ? { entered: 'text', title } : null
}

/** The context of what is in an element, which may be a control around paragraphs or cells. */
export const insideControl = (element: XmlElement, context: WordprocessingContext): WordprocessingContext => {
  const control = element.name === 'w:sdt' ? contentControl(element) : null
  return control === null ? context : { ...context, control }
}

/** The answer in a control of a program that an object shows; nothing for an object that is none, or is not read. */
export const answerOfProgramControl = (
  object: XmlElement,
  { archive, part, omitted }: WordprocessingContext,
): FlowRun[] => {
  const control = childOf(object, 'w:control')
  const target = targetOfRelationship(part, control?.attributes['r:id'])
  if (target === undefined || target.external) return []
  const answer = answerOfActiveX(archive, target.target)
  if (answer === null) omitted.controls += 1
  return answer ?? []
}
