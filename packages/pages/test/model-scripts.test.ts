import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import type { Document } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { opticalEngine } from '../src/ocr/optical-engine.ts'
import { installedModels } from '../src/ocr/paddle/models.ts'
import { pageRaster, tiffOf } from './support/images.ts'

const without = installedModels(null).length === 0 ? 'no model of recognition is installed' : false

/** Has the letters of Europe, in Latin, Greek and Cyrillic. */
const font = createRequire(new URL('../../web/package.json', import.meta.url)).resolve(
  'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf',
)

/** A line as a picture, which nothing says the language of. */
const read = async (text: string): Promise<Document> => {
  const raster = await pageRaster((pdf) => pdf.font(font).fontSize(13).text(`${text} ${text}`, 20, 20), 150, {
    size: [420, 140],
    margin: 20,
  })
  return opticalEngine.read(tiffOf([raster]), { ...defaultRequest, mediaType: 'image/tiff' })
}

const textOf = ({ pages }: Document): string => pages.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join(' ')

describe('a picture in a language that nobody has named, where a model is installed', { skip: without }, () => {
  const inLatin: Readonly<Record<string, string>> = {
    German: 'Die Rechnung über 1.250,00 € ist für Ölfarben und Gefäße fällig.',
    French: 'La facture a été réglée à Nîmes, où le garçon reçoit son reçu.',
  }
  for (const [language, text] of Object.entries(inLatin))
    it(`is read with the letters of ${language}`, { timeout: 90_000 }, async () => {
      const document = await read(text)
      assert.equal(textOf(document), `${text} ${text}`)
      assert.deepEqual(document.warnings, [])
    })

  it(
    'says so where it is in Turkish, whose capital I with a dot the model reads without',
    { timeout: 90_000 },
    async () => {
      const { warnings } = await read('İzmir ve İstanbul için bir ilgili, ancak daha çok bu olan.')
      assert.match(warnings.find(({ code }) => code === 'language_not_covered')?.message ?? '', /Turkish/)
    },
  )

  const inOthers: Readonly<Record<string, string>> = {
    Greek: 'Το τιμολόγιο έχει πληρωθεί, σας ευχαριστούμε πολύ για τα μήλα.',
    Cyrillic: 'Счёт за октябрь уже оплачен, большое спасибо за свежие яблоки.',
  }
  for (const [script, text] of Object.entries(inOthers))
    it(
      `says so where it is in ${script} script, whose letters the model takes for its own`,
      { timeout: 90_000 },
      async () => {
        const { warnings } = await read(text)
        assert.match(warnings.find(({ code }) => code === 'script_not_covered')?.message ?? '', new RegExp(script))
      },
    )
})
