import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultRequest } from '@polyparse/engine'
import { pdfEngine } from '../src/pdf/fast/pdf-engine.ts'

type Widget = { readonly box: readonly [number, number, number, number]; readonly entries: string }

/** A page with labels at positions (from the bottom left), and the widgets of a form. */
const formPdf = (
  labels: readonly (readonly [x: number, y: number, text: string])[],
  widgets: readonly Widget[],
): Buffer => {
  const content = labels.map(([x, y, text]) => `BT /F 12 Tf ${x} ${y} Td (${text}) Tj ET`).join('\n')
  const first = 7
  const references = widgets.map((_, index) => `${first + index} 0 R`).join(' ')
  const objects = [
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${references}]/DR<</Font<</F 5 0 R>>>>/DA(/F 12 Tf 0 g)>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>/Annots[${references}]>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/XObject/Subtype/Form/BBox[0 0 12 12]/Length 0>>stream\n\nendstream',
    ...widgets.map(
      ({ box, entries }) =>
        `<</Type/Annot/Subtype/Widget/P 3 0 R/Rect[${box.join(' ')}]${entries.includes('/F ') ? '' : '/F 4'}${entries}>>`,
    ),
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj${object}endobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const size = objects.length + 1
  return Buffer.from(`${file}${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`, 'latin1')
}

const read = async (bytes: Buffer): Promise<string> => {
  const { pages } = await pdfEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })
  return pages.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('\n')
}

const box = (state: 'Yes' | 'Off'): string =>
  `/FT/Btn/T(${state})/V/${state}/AS/${state}/AP<</N<</Yes 6 0 R/Off 6 0 R>>>>`

describe('the fields of a form', () => {
  it('have their values beside their labels', async () => {
    const form = formPdf(
      [
        [40, 340, 'Name:'],
        [40, 300, 'Country:'],
        [40, 260, 'The undersigned has read and understood all of the above.'],
      ],
      [
        { box: [100, 336, 300, 354], entries: '/FT/Tx/T(name)/V(Ada Lovelace)' },
        {
          box: [100, 296, 300, 314],
          entries: '/FT/Ch/Ff 131072/T(country)/Opt[[(fr)(France)][(gb)(Great Britain)]]/V(gb)',
        },
      ],
    )
    const text = await read(form)
    assert.match(text, /Name: Ada Lovelace/)
    assert.match(text, /Country: Great Britain/)
  })

  it('are marks before their labels where they are checkboxes', async () => {
    const form = formPdf(
      [
        [80, 340, 'I agree to the terms'],
        [80, 300, 'Send me letters'],
      ],
      [
        { box: [60, 338, 72, 350], entries: box('Yes') },
        { box: [60, 298, 72, 310], entries: box('Off') },
      ],
    )
    const text = await read(form)
    assert.match(text, /☑ I agree to the terms/)
    assert.match(text, /☐ Send me letters/)
  })

  it('are the text of a page without other text', async () => {
    const text = await read(
      formPdf([], [{ box: [100, 300, 300, 340], entries: '/FT/Tx/Ff 4096/T(a)/V(First line\\nSecond line)' }]),
    )
    assert.equal(text.replaceAll(/\s+/g, ' '), 'First line Second line')
  })

  it('are left out where they hold a password, are hidden, or are printed on the page as well', async () => {
    const form = formPdf(
      [
        [40, 340, 'Code:'],
        [40, 300, 'Name:'],
        [104, 300, 'Ada Lovelace'],
      ],
      [
        { box: [100, 336, 300, 354], entries: '/FT/Tx/Ff 8192/T(code)/V(open sesame)' },
        { box: [100, 296, 300, 314], entries: '/FT/Tx/T(name)/V(Ada Lovelace)' },
        { box: [100, 236, 300, 254], entries: '/FT/Tx/T(internal)/V(Nobody sees this)/F 2' },
      ],
    )
    const text = await read(form)
    assert.doesNotMatch(text, /sesame|Nobody/)
    assert.equal(text.match(/Ada Lovelace/g)?.length, 1)
  })
})
