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

/** What a control shows: whether it is ticked, with its label, or what was entered or chosen. */
export const controlTextOf = ({ attributes }: XmlElement, { controls }: OpenDocumentContext): string => {
  const control = controls.get(attributes['draw:control'] ?? '')
  return control === undefined ? '' : (textOfControl.get(control.name)?.(control) ?? '')
}

const labelled = (box: string, { attributes }: XmlElement): string => `${box} ${attributes['form:label'] ?? ''}`.trim()

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

const textOfControl: ReadonlyMap<string, (control: XmlElement) => string> = new Map([
  [
    'form:checkbox',
    (control) =>
      labelled(
        tickBox((control.attributes['form:current-state'] ?? control.attributes['form:state']) === 'checked'),
        control,
      ),
  ],
  [
    'form:radio',
    (control) =>
      labelled(
        tickBox((control.attributes['form:current-selected'] ?? control.attributes['form:selected']) === 'true'),
        control,
      ),
  ],
  ['form:listbox', chosenIn],
  ...['text', 'textarea', 'combobox', 'formatted-text', 'number', 'date', 'time'].map(
    (kind): [string, (control: XmlElement) => string] => [`form:${kind}`, enteredIn],
  ),
  ['form:fixed-text', ({ attributes }) => attributes['form:label'] ?? ''],
])

/** A box to tick, or a list, of a form that was made with Word: its parts are parameters of a mark. */
export const textOfFieldMark = (mark: XmlElement): string => {
  const parameters = elementsIn(mark, 'field:param').map(({ attributes }) => [
    attributes['field:name'] ?? '',
    attributes['field:value'] ?? '',
  ])
  const valueOfParameter = (name: string): string | undefined => parameters.find(([one]) => one === name)?.[1]
  const type = mark.attributes['field:type'] ?? ''
  if (type.endsWith('FORMCHECKBOX')) return tickBox(valueOfParameter('Checkbox_Checked') === 'true')
  if (!type.endsWith('FORMDROPDOWN')) return ''
  const entries = parameters.filter(([name]) => name === 'Dropdown_ListEntry').map(([, value = '']) => value)
  return entries[Number(valueOfParameter('Dropdown_Selected') ?? -1)] ?? ''
}
