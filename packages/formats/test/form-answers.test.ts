import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Document } from '@polyparse/document'
import {
  docxOf,
  openDocumentOf,
  paragraphXml,
  relationshipsXml,
  run,
  sheetData,
  xlsxOf,
} from '@polyparse/test-support/office'
import { blockOutline, reader } from '@polyparse/test-support/reading'
import { docOf, type WordRun, wordSettings } from '@polyparse/test-support/word-document'
import { textOfInstruction } from '../src/office/field-text.ts'
import { officeMediaTypes } from '../src/office/media-types.ts'
import { openDocumentEngine } from '../src/office/opendocument/opendocument-engine.ts'
import { rtfEngine } from '../src/office/rich-text/rtf-engine.ts'
import { xlsxEngine } from '../src/office/spreadsheet/xlsx-engine.ts'
import { docEngine } from '../src/office/word-binary/doc-engine.ts'
import { htmlEngine } from '../src/web/html/html-engine.ts'
import { docxEngine } from '../src/office/wordprocessing/docx-engine.ts'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const textOf = (document: Document): unknown => blockOutline(document)[0]?.at(-1)
const fieldsOf = ({ fields }: Document): unknown => fields?.map(({ kind, label, value }) => [kind, label, value])
const filledFields = [
  ['choice', 'Country', 'Norway'],
  ['checkbox', 'yes', '☑'],
  ['checkbox', 'no Title', '☐'],
]
const filled = 'Country: Norway ☑ yes ☐ no Title'
const entries = ['Belgium', 'Denmark', 'Norway']

/** The data of a field of a form in DOC: its bits, its default, and the entries of a list. */
const formData = (bits: number, byDefault: number, list: readonly string[] = []): Buffer => {
  const text = (value: string): Buffer => Buffer.from(value, 'utf16le')
  const number = (value: number): Buffer => Buffer.of(value & 0xff, value >> 8)
  const form = Buffer.concat([
    Buffer.from('ffffffff', 'hex'),
    number(bits),
    Buffer.alloc(4),
    Buffer.concat([number(1), text('N'), Buffer.alloc(2)]),
    number(byDefault),
    Buffer.alloc(20),
    number(0xffff),
    number(list.length),
    number(0),
    ...list.flatMap((entry) => [number(entry.length), text(entry)]),
  ])
  const head = Buffer.alloc(68)
  head.writeUInt32LE(68 + form.length, 0)
  head.writeUInt16LE(68, 4)
  return Buffer.concat([head, form])
}

describe('what was filled in', () => {
  it('is read from legacy fields of DOCX, and the text that fields show by their instruction', async () => {
    const mark = (type: string, inside = ''): string =>
      `<w:r><w:fldChar w:fldCharType="${type}">${inside}</w:fldChar></w:r>`
    const field = (instruction: string, form = ''): string =>
      `${mark('begin', form)}<w:r><w:instrText>${instruction}</w:instrText></w:r>${mark('end')}`
    const list = `<w:ddList><w:result w:val="2"/>${entries.map((entry) => `<w:listEntry w:val="${entry}"/>`).join('')}</w:ddList>`
    const box = (inside: string): string =>
      field(' FORMCHECKBOX ', `<w:ffData><w:checkBox>${inside}</w:checkBox></w:ffData>`)
    const body = paragraphXml(
      [
        run('Country: '),
        field(' FORMDROPDOWN ', `<w:ffData>${list}</w:ffData>`),
        run(' '),
        box('<w:default w:val="1"/>'),
        run(' yes '),
        box('<w:default w:val="1"/><w:checked w:val="0"/>'),
        run(' no '),
        '<w:fldSimple w:instr=" MACROBUTTON NoMacro Title "/>',
      ].join(''),
    )
    const document = await reader(docxEngine, officeMediaTypes.docx[0])(docxOf({ body }))
    assert.equal(textOf(document), filled)
    assert.deepEqual(fieldsOf(document), filledFields)
    assert.deepEqual(document.pages[0]?.blocks[0]?.runs, undefined)
  })

  it('is read from controls of DOCX, also in cells, with labels in front of them or above', async () => {
    const control = (properties: string, text: string): string =>
      `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${run(text)}</w:sdtContent></w:sdt>`
    const cell = (content: string): string => `<w:tc>${paragraphXml(content)}</w:tc>`
    const entered = control('<w:text/>', 'Ann')
    const empty = control('<w:showingPlcHdr/><w:text/>', 'Click here')
    const chosen = control('<w:dropDownList/>', 'Norway')
    const box = control('<w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"/>', '\u2612')
    const table = `<w:tbl><w:tr>${cell(run('Country'))}${cell(chosen)}</w:tr><w:tr>${cell(run('Old:'))}${cell('')}</w:tr><w:tr>${cell(entered)}${cell(`${box}${run(' agreed')}`)}</w:tr></w:tbl>`
    const body = `${paragraphXml(`${run('Name: ')}${entered}${run(', Town: ')}${empty}`)}${table}`
    assert.deepEqual(fieldsOf(await reader(docxEngine, officeMediaTypes.docx[0])(docxOf({ body }))), [
      ['text', 'Name', 'Ann'],
      ['choice', 'Country', 'Norway'],
      ['text', 'Old', 'Ann'],
      ['checkbox', 'agreed', '☑'],
    ])
  })

  it('is read from controls of DOCX around paragraphs and cells, with the line above or the title of the control as the label', async () => {
    const control = (properties: string, content: string): string =>
      `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
    const cell = (content: string): string => `<w:tc>${paragraphXml(content)}</w:tc>`
    const styled = '<w:r><w:rPr><w:b/></w:rPr><w:t>Smith</w:t></w:r>'
    const group = control('<w:group/>', paragraphXml(run('Printed')))
    const body = [
      paragraphXml(run('Town:')),
      control('<w:text/>', paragraphXml(run('Oslo'))),
      control('<w:alias w:val="Author"/><w:text/>', paragraphXml(`${run('Ann ')}${styled}`)),
      control('<w:showingPlcHdr/><w:text/>', paragraphXml(run('Click here'))),
      group,
      `<w:tbl><w:tr>${cell(run('Country'))}${control('<w:dropDownList/>', cell(run('Norway')))}</w:tr></w:tbl>`,
      paragraphXml(run('The end')),
    ].join('')
    const document = await reader(docxEngine, officeMediaTypes.docx[0])(docxOf({ body }))
    assert.deepEqual(fieldsOf(document), [
      ['text', 'Town', 'Oslo'],
      ['text', 'Author', 'Ann Smith'],
      ['choice', 'Country', 'Norway'],
    ])
    assert.deepEqual(document.pages[0]?.blocks[2]?.runs, [{ text: 'Ann ' }, { text: 'Smith', bold: true }])
  })

  it('is read from the controls of HTML', async () => {
    const page =
      '<p>Name: <input value="Ann"> Town <input></p><p><input type="radio" checked> yes <input type="radio"> no</p><p>Country <select><option>Belgium<option selected>Norway</select></p>'
    assert.deepEqual(fieldsOf(await reader(htmlEngine, 'text/html')(page)), [
      ['text', 'Name', 'Ann'],
      ['radio', 'yes', '☑'],
      ['radio', 'no', '☐'],
      ['choice', 'Country', 'Norway'],
    ])
  })

  it('is read from fields of DOC', async () => {
    const data: Buffer[] = []
    const answer = (form: Buffer): WordRun => {
      const settings = wordSettings([0x6a03, Buffer.concat(data).length], [0x0855, 1])
      data.push(form)
      return { text: '\u0001', settings }
    }
    const field = (instruction: string, form?: Buffer): WordRun[] => [
      `\u0013 ${instruction} `,
      ...(form === undefined ? [] : [answer(form)]),
      '\u0014\u0015',
    ]
    const checked = 1 | (1 << 2)
    const byDefault = 1 | (25 << 2)
    const runs = [
      'Country: ',
      ...field('FORMDROPDOWN', formData(2 | (2 << 2), 0, entries)),
      ' ',
      ...field('FORMCHECKBOX', formData(checked, 0)),
      ' yes ',
      ...field('FORMCHECKBOX', formData(byDefault, 0)),
      ' no ',
      ...field('MACROBUTTON NoMacro Title'),
    ]
    const read = reader(docEngine, officeMediaTypes.doc[0])
    const document = await read(docOf({ body: [{ runs }], data: Buffer.concat(data) }))
    assert.equal(textOf(document), filled)
    assert.deepEqual(fieldsOf(document), filledFields)
    const entered = await read(docOf({ body: [{ runs: ['Name: \u0013 FORMTEXT \u0014Ann\u0015, ', 'aged 5'] }] }))
    assert.deepEqual(fieldsOf(entered), [['text', 'Name', 'Ann']])
    for (let tenth = 0; tenth < 10; tenth += 1)
      await read(docOf({ body: [{ runs }], data: Buffer.concat(data).subarray(0, tenth * 30) }))
  })

  it('is read from fields of RTF', async () => {
    const field = (instruction: string, form = ''): string =>
      `{\\field{\\*\\fldinst{ ${instruction} ${form === '' ? '' : `{\\*\\formfield{${form}}}`}}}{\\fldrslt }}`
    const list = entries.map((entry) => `{\\*\\ffl ${entry}}`).join('')
    const text = `Country: ${field('FORMDROPDOWN', `\\fftype2\\ffres2{\\*\\ffname D}\\ffdefres0${list}`)} ${field('FORMCHECKBOX', '\\fftype1\\ffres25\\ffdefres1')} yes ${field('FORMCHECKBOX', '\\fftype1\\ffres0\\ffdefres1')} no ${field('MACROBUTTON NoMacro Title')}`
    const document = await reader(rtfEngine, 'application/rtf')(`{\\rtf1\\ansi ${text}\\par}`)
    assert.equal(textOf(document), filled)
    assert.deepEqual(fieldsOf(document), filledFields)
    const name = '{\\field{\\*\\fldinst{ FORMTEXT {\\*\\formfield{\\fftype0{\\*\\ffname N}}}}}{\\fldrslt {\\b Ann}}}'
    const entered = await reader(rtfEngine, 'application/rtf')(`{\\rtf1\\ansi Name: ${name}, aged 5\\par}`)
    assert.deepEqual(fieldsOf(entered), [['text', 'Name', 'Ann']])
  })

  it('is read from controls and marks of ODT', async () => {
    const forms =
      '<office:forms xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0"><form:form><form:listbox form:id="c1"><form:option form:label="Denmark"/><form:option form:label="Norway" form:current-selected="true"/></form:listbox><form:checkbox form:id="c2" form:label="yes" form:current-state="checked"/><form:text form:id="c3" form:current-value="Title"/></form:form></office:forms>'
    const control = (id: string): string => `<draw:control draw:control="${id}"/>`
    const field = 'xmlns:field="urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0"'
    const box = `<field:fieldmark ${field} field:type="vnd.oasis.opendocument.field.FORMCHECKBOX"><field:param field:name="Checkbox_Checked" field:value="false"/></field:fieldmark>`
    const body = `${forms}<text:p>Country: ${control('c1')} ${control('c2')} ${box} no ${control('c3')}</text:p>`
    const read = reader(openDocumentEngine, officeMediaTypes.odt[0])
    const document = await read(openDocumentOf('text', { body }))
    assert.equal(textOf(document), filled)
    assert.deepEqual(fieldsOf(document), [
      ['choice', 'Country', 'Norway'],
      ['checkbox', 'yes', '☑'],
      ['checkbox', 'no', '☐'],
      ['text', 'no', 'Title'],
    ])
  })

  it('is read from boxes that float over a sheet, and told of other controls', async () => {
    const box = (kind: string, label: string, more: string): string =>
      `<v:shape><v:textbox><div>${label}</div></v:textbox><x:ClientData ObjectType="${kind}">${more}</x:ClientData></v:shape>`
    const shapes = [
      box('Checkbox', 'no', '<x:Anchor>1, 0, 5, 0, 2, 0, 6, 0</x:Anchor>'),
      box('Checkbox', 'yes', '<x:Anchor>1, 0, 2, 0, 2, 0, 3, 0</x:Anchor><x:Checked>1</x:Checked>'),
      box('Note', 'a comment', ''),
      box('Drop', '', '<x:Sel>2</x:Sel><x:FmlaRange>$A$1:$A$3</x:FmlaRange>'),
      box('Drop', '', '<x:Sel>0</x:Sel>'),
    ]
    const drawing = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">${shapes.join('')}</xml>`
    const source = xlsxOf([{ name: 'S', xml: sheetData([['Form']]) }], {
      parts: {
        'xl/worksheets/_rels/sheet1.xml.rels': relationshipsXml([
          ['rId1', 'vmlDrawing', '../drawings/vmlDrawing1.vml'],
        ]),
        'xl/drawings/vmlDrawing1.vml': drawing,
      },
    })
    const document = await reader(xlsxEngine, officeMediaTypes.xlsx[0])(source)
    assert.deepEqual(fieldsOf(document), [
      ['checkbox', 'yes', '☑'],
      ['checkbox', 'no', '☐'],
    ])
    assert.deepEqual(
      document.warnings.map(({ message }) => message),
      ['Sheet 1 has a control of a form whose answer was left out.'],
    )
    assert.deepEqual(blockOutline(document).slice(1), [
      ['paragraph', 'Form'],
      ['paragraph', '☑ yes'],
      ['paragraph', '☐ no'],
    ])
  })
})

describe('the text of a field that its instruction shows', () => {
  it('is that of a button, a character of a font, or an equation', () => {
    const shown: readonly (readonly [instruction: string, text: string])[] = [
      [' MACROBUTTON NoMacro [Document Title]', '[Document Title]'],
      [' GOTOBUTTON Place See there', 'See there'],
      [' SYMBOL 109 \\f "Symbol" \\s 12', 'μ'],
      [' SYMBOL 0xA9', '©'],
      [' SYMBOL 8364 \\u', '€'],
      [' EQ \\* jc2 \\* "Font:MS Mincho" \\* hps10 \\o\\ad(\\s\\up 9(とうきょう),東京)', '東京 (とうきょう)'],
      [' EQ \\f(1,2)', '1/2'],
      [' EQ \\r(3,x)', '3√(x)'],
      [' EQ \\o(A,B)', 'AB'],
      [' PAGE ', ''],
      [' HYPERLINK "x"', ''],
    ]
    for (const [instruction, text] of shown) assert.equal(textOfInstruction(instruction), text, instruction)
  })

  it('costs nothing where it is hostile', async () => {
    for (const part of ['\\f(', '(', '\\o\\ad(', '\\', ',', 'EQ ', '"'])
      await withinCpu(500, () => textOfInstruction(`EQ ${part.repeat(100_000 / part.length)}`), part)
  })
})
