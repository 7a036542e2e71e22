import assert from 'node:assert/strict'
import { copyFile, mkdtemp, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { defaultRequest, type EngineRequest } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Raster } from '@polyparse/engine/images'
import { turn } from '@polyparse/engine/images'
import { makeLines } from '../src/layout/layout-lines.ts'
import { documentLanguages } from '../src/ocr/document-languages.ts'
import { opticalEngine } from '../src/ocr/optical-engine.ts'
import { recognizeWords } from '../src/ocr/recognition/read-words.ts'
import { installedLanguages, recognitionLanguages } from '../src/ocr/recognition/languages.ts'
import { readDocument } from '@polyparse/readers'
import { pageRaster, tiffOf } from './support/images.ts'

const require = createRequire(import.meta.url)
const packed = (language: string): string =>
  require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`)

/** With the data of languages under the names of others, which are not installed. */
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polyparse-languages-'))
  await copyFile(packed('deu'), join(folder, 'fin.traineddata.gz'))
  await copyFile(packed('eng'), join(folder, 'pol.traineddata.gz'))
  for (const language of ['ell', 'fin_vert']) await copyFile(packed('eng'), join(folder, `${language}.traineddata.gz`))
  for (const language of ['jpn', 'jpn_vert']) await writeFile(join(folder, `${language}.traineddata`), 'damaged')
  await writeFile(join(folder, 'osd.traineddata'), 'no language')
  await writeFile(join(folder, 'readme.txt'), 'no data')
})

const large = { size: [460, 120] as [number, number], margin: 20 }
const request = (recognition: Partial<EngineRequest['recognition']>): EngineRequest => ({
  ...defaultRequest,
  mediaType: 'image/tiff',
  recognition: { ...defaultRequest.recognition, ...recognition },
})

const textOf = (document: { pages: readonly { blocks: readonly { text: string }[] }[] }): string =>
  document.pages.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('\n')

/** Letters of the font Symbol are Greek ones. */
const greekPage = async (): Promise<Buffer> =>
  tiffOf([
    await pageRaster(
      (pdf) =>
        pdf
          .font('Symbol')
          .fontSize(12)
          .text(
            'oloi oi anqrwpoi genniountai eleuqeroi kai isoi sthn axioprepeia kai ta dikaiwmata einai proikismenoi me logikh kai suneidhsh kai ofeiloun na sumperiferontai metaxu touV me pneuma adelfosunhV',
            20,
            20,
          ),
      200,
      large,
    ),
  ])

test('the languages of a folder are installed, beside those that come with the readers', () => {
  assert.deepEqual(
    installedLanguages(folder).toSorted(),
    [...recognitionLanguages, 'ell', 'fin', 'fin_vert', 'jpn', 'jpn_vert', 'pol'].toSorted(),
  )
  assert.deepEqual(installedLanguages(null), recognitionLanguages)
  assert.deepEqual(installedLanguages(join(folder, 'missing')), recognitionLanguages)
})

test('a page is read in a language of the folder', async () => {
  const page = tiffOf([await pageRaster((pdf) => pdf.fontSize(11).text('Für die Prüfung der Gebühren'), 150, large)])
  const options = { languages: ['fin'], languagesFolder: folder }
  const document = await readDocument(page, options)
  assert.match(textOf(document), /Für die Prüfung der Gebühren/)
  await assert.rejects(
    readDocument(page, { languages: ['fin'] }),
    (error) => error instanceof EngineFailure && error.code === 'unsupported_option',
  )
})

test('a page in a script that its languages do not have says so', async () => {
  const { warnings } = await opticalEngine.read(await greekPage(), request({ languages: ['eng'] }))
  assert.deepEqual(
    warnings.map(({ code, page }) => [code, page]),
    [['script_not_covered', 1]],
  )
  assert.match(warnings[0]?.message ?? '', /Greek script, and was read in eng/)
})

/** Has the letters of Europe. */
const font = createRequire(new URL('../../web/package.json', import.meta.url)).resolve(
  'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf',
)

const polishPage = async (): Promise<Buffer> =>
  tiffOf([
    await pageRaster(
      (pdf) =>
        pdf
          .font(font)
          .fontSize(12)
          .text(
            'Prosimy o przesłanie należności na konto podane poniżej. Łódka nie jest dla osób, które są pod opieką. Czy się to zmieni, nie jest jeszcze pewne.',
            20,
            20,
          ),
      200,
      large,
    ),
  ])

test('a page in Polish that is read without the letters of Polish says so', { timeout: 90_000 }, async () => {
  const { warnings } = await opticalEngine.read(await polishPage(), request({ languages: ['eng'] }))
  const said = warnings.find(({ code }) => code === 'language_not_covered')
  assert.deepEqual([said?.page, /Polish, and was read in eng/.test(said?.message ?? '')], [1, true])
})

test('a page in Polish is read in Polish where that is installed', { timeout: 90_000 }, async () => {
  const languages = documentLanguages({ languages: null, folder })
  assert.equal(languages.learn('Nie jest to dla osób, które się czy nie'), true)
  assert.deepEqual(languages.current(), ['pol'])
  const { warnings } = await opticalEngine.read(await polishPage(), request({ folder }))
  assert.ok(!warnings.some(({ code }) => code === 'language_not_covered'))
})

test('the installed languages of a script are tried on its pages where none was asked for', async () => {
  const languages = documentLanguages({ languages: null, folder })
  assert.deepEqual(languages.forScript('Greek'), [['ell']])
  assert.deepEqual(languages.forScript('Japanese'), [['jpn'], ['jpn_vert']])
  assert.deepEqual(languages.forScript('Thai'), [])
  assert.deepEqual(documentLanguages({ languages: ['eng'], folder }).forScript('Greek'), [])
  languages.use(['ell'])
  assert.deepEqual(languages.current(), ['ell'])

  // What is called Greek here reads no Greek, so that the warning stays.
  const { warnings } = await opticalEngine.read(await greekPage(), request({ folder }))
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['script_not_covered'],
  )
})

test('an ordinary page has no such warning, and neither has a page of noise', async () => {
  const text = await pageRaster(
    (pdf) => pdf.fontSize(11).text('An ordinary page with a line of ordinary words.'),
    150,
    large,
  )
  const noise: Raster = { ...text, pixels: text.pixels.map((_, at) => ((at * 7919) % 251 < 60 ? 0 : 255)) }
  for (const raster of [text, noise]) {
    const { warnings } = await opticalEngine.read(tiffOf([raster]), request({}))
    assert.ok(!warnings.some(({ code }) => code === 'script_not_covered'))
  }
})

test('words that recognition reads apart stay apart however near they are printed, and marks with their words', () => {
  const raster: Raster = { width: 800, height: 200, channels: 1, pixels: new Uint8Array(160_000).fill(255) }
  const textOf = (...placed: readonly (readonly [text: string, from: number, to: number])[]): string => {
    const words = placed.map(([text, from, to]) => ({ text, box: [from, 80, to, 100] as const, confidence: 0.9 }))
    const drawings = { rules: [], fills: [], pictures: [] }
    const read = recognizeWords([{ words, box: [100, 70, 700, 110], baseline: 100, size: 20 }], {
      raster,
      dpi: 72,
      drawings,
    })
    return makeLines(read)
      .map(({ words }) => words.map(({ text, spaced }) => (spaced ? ` ${text}` : text)).join(''))
      .join()
  }
  assert.equal(textOf(['CASH', 100, 148], ['RECEIPT', 148, 220]), 'CASH RECEIPT')
  assert.equal(textOf(['5.50', 100, 140], ['ZRL', 142, 180]), '5.50 ZRL')
  assert.equal(textOf(['Total', 100, 150], [':', 153, 156], ['9.20', 170, 210]), 'Total : 9.20')
  assert.equal(textOf(['Total', 100, 150], [',', 152, 155]), 'Total,')
})

test('a minus sign stays with its number, and a dash before words is that of an item', () => {
  const pixels = new Uint8Array(160_000).fill(255)
  const ink = (from: number, to: number, top: number, bottom: number): void => {
    for (let y = top; y < bottom; y += 1) pixels.fill(0, y * 800 + from, y * 800 + to)
  }
  ink(100, 110, 90, 93)
  ink(120, 180, 80, 100)
  const raster: Raster = { width: 800, height: 200, channels: 1, pixels }
  const read = (...texts: readonly string[]): string[] =>
    recognizeWords(
      [
        {
          words: texts.map((text, index) => ({
            text,
            box: [100 + index * 100, 80, 180 + index * 100, 100] as const,
            confidence: 0.9,
          })),
          box: [100, 70, 700, 110],
          baseline: 100,
          size: 28,
        },
      ],
      { raster, dpi: 200, drawings: { rules: [], fills: [], pictures: [] } },
    ).map(({ text }) => text)
  assert.deepEqual(read('-2.78'), ['-2.78'])
  assert.deepEqual(read('-12', 'apples'), ['–', '12', 'apples'])
})

test('words of scripts without spaces are joined, and Korean ones where no white is between them', () => {
  const raster: Raster = { width: 800, height: 200, channels: 1, pixels: new Uint8Array(160_000).fill(255) }
  const textOf = (...placed: readonly (readonly [text: string, from: number, to: number])[]): string => {
    const words = placed.map(([text, from, to]) => ({ text, box: [from, 80, to, 100] as const, confidence: 0.9 }))
    const read = recognizeWords([{ words, box: [100, 70, 700, 110], baseline: 100, size: 20 }], {
      raster,
      dpi: 72,
      drawings: { rules: [], fills: [], pictures: [] },
    })
    return makeLines(read)
      .map(({ words }) => words.map(({ text, spaced }) => (spaced ? ` ${text}` : text)).join(''))
      .join()
  }
  assert.equal(
    textOf(['権利', 100, 138], ['を', 141, 158], ['有する。', 160, 226], ['第四条', 238, 298]),
    '権利を有する。第四条',
  )
  assert.equal(textOf(['第四条', 100, 160], ['何人も', 182, 240]), '第四条 何人も')
  assert.equal(
    textOf(
      ['제', 100, 118],
      ['1', 120, 128],
      ['조', 130, 148],
      ['모든', 154, 190],
      ['인', 196, 214],
      ['간은', 216, 252],
    ),
    '제1조 모든 인간은',
  )
})

test('lines that run down are read from the right, and their boxes are where they are', async () => {
  const page = await pageRaster(
    (pdf) => {
      pdf.fontSize(14).text('The first line of some text', 20, 20)
      pdf.text('and the second one of it', 20, 40)
      pdf.text('before the third and last', 20, 60)
    },
    200,
    large,
  )
  const document = await opticalEngine.read(tiffOf([turn(page, 90)]), request({ languages: ['fin_vert'], folder }))
  const blocks = document.pages.flatMap((each) => each.blocks)
  assert.match(textOf(document), /The first line of some text.*and the second one of it.*before the third and last/s)
  const [{ width, height } = { width: 0, height: 0 }] = document.pages
  assert.ok(width !== null && height !== null && height > width * 3)
  const [left, top, right, bottom] = blocks[0]?.bbox ?? [0, 0, 0, 0]
  assert.ok(right > width - 30 && bottom - top > right - left && top > 10 && top < 30, JSON.stringify(blocks[0]?.bbox))
})

test('damaged data of a language fails the document, with its name, and not the next one', async () => {
  const page = tiffOf([await pageRaster((pdf) => pdf.fontSize(14).text('Some words of English', 20, 20), 150, large)])
  await assert.rejects(
    opticalEngine.read(page, request({ languages: ['jpn'], folder })),
    (error) => error instanceof EngineFailure && /The trained data of jpn cannot be used/.test(error.message),
  )
  assert.match(textOf(await opticalEngine.read(page, request({}))), /Some words of English/)
})
