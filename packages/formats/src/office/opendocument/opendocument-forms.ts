import type { EnteredKind, FlowRun } from '../../flow/flow.ts'
import { elementsIn, findAll, textOfElement, type XmlElement } from '../../xml/element.ts'
import { tickBox } from '../form-answers.ts'
import type { OpenDocumentContext } from './opendocument-context.ts'

/** The controls of the forms of a document, by the ids under which they are shown (OpenDocument 1.3, 13.5). */
export const readFormControls = (root: XmlElement): ReadonlyMap<string, XmlElement> =>
  new Map(
    findAll(root, 'office:forms')
      .flatMap(controlsIn)
      .flatMap((control) => {
        const { 'form:id': id, 'xml:id': xmlId } = control.attributes
        return [xmlId, id].flatMap((one): [string, XmlElement][] => (one === undefined ? [] : [[one, control]]))
      }),
  )

const controlsIn = (parent: XmlElement): XmlElement[] =>
  elementsIn(parent).flatMap((child) => (child.name === 'form:form' ? controlsIn(child) : [child]))

/** Returns what a control shows: whether it is ticked, with its label, or what was entered or chosen. */
export const answerOfDrawnControl = ({ attributes }: XmlElement, { controls }: OpenDocumentContext): FlowRun[] => {
  const control = controls.get(attributes['draw:control'] ?? '')
  return control === undefined ? [] : (answerOfControl.get(control.name)?.(control) ?? [])
}

const labelled = (kind: EnteredKind, isTicked: boolean, { attributes }: XmlElement): FlowRun[] => {
  const label = (attributes['form:label'] ?? '').trim()
  return [{ text: tickBox(isTicked), entered: kind }, ...(label === '' ? [] : [{ text: ` ${label}` }])]
}

const enteredIn = ({ attributes, children }: XmlElement): string =>
  attributes['form:current-value'] ??
  attributes['form:value'] ??
  textOfElement({ name: '', attributes: {}, children }).trim()

const chosenIn = (list: XmlElement): string => {
  const options = elementsIn(list, 'form:option')
  const chosen = (attribute: string): XmlElement[] => options.filter((one) => one.attributes[attribute] === 'true')
  const current = chosen('form:current-selected')
  return (current.length > 0 ? current : chosen('form:selected'))
    .map(({ attributes }) => attributes['form:label'] ?? attributes['form:value'] ?? '')
    .join(', ')
}

const answerOfControl: ReadonlyMap<string, (control: XmlElement) => FlowRun[]> = new Map([
  [
    'form:checkbox',
    (control) => {
      const { 'form:state': first, 'form:current-state': state = first } = control.attributes
      return labelled('checkbox', state === 'checked', control)
    },
  ],
  [
    'form:radio',
    (control) => {
      const { 'form:selected': first, 'form:current-selected': selected = first } = control.attributes
      return labelled('radio', selected === 'true', control)
    },
  ],
  ['form:listbox', (control) => [{ text: chosenIn(control), entered: 'choice' }]],
  ...['text', 'textarea', 'combobox', 'formatted-text', 'number', 'date', 'time'].map(
    (kind): [string, (control: XmlElement) => FlowRun[]] => [
      `form:${kind}`,
      (control) => [{ text: enteredIn(control), entered: kind === 'combobox' ? 'choice' : 'text' }],
    ],
  ),
  ['form:fixed-text', ({ attributes }) => [{ text: attributes['form:label'] ?? '' }]],
])

/** A box to tick, or a list, of a form that was made with Word: its parts are parameters of a mark. */
export const answerOfFieldMark = (mark: XmlElement): FlowRun[] => {
  const parameters = elementsIn(mark, 'field:param').map(({ attributes }) => [
    attributes['field:name'] ?? '',
    attributes['field:value'] ?? '',
  ])
  const valueOfParameter = (name: string): string | undefined => parameters.find(([one]) => one === name)?.[1]
  const type = mark.attributes['field:type'] ?? ''
  if (type.endsWith('FORMCHECKBOX'))
    return [{ text: tickBox(valueOfParameter('Checkbox_Checked') === 'true'), entered: 'checkbox' }]
  if (!type.endsWith('FORMDROPDOWN')) return []
  const entries = parameters.filter(([name]) => name === 'Dropdown_ListEntry').map(([, value = '']) => value)
  return [{ text: entries[Number(valueOfParameter('Dropdown_Selected') ?? -1)] ?? '', entered: 'choice' }]
}
