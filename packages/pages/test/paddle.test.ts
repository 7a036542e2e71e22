import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Box, Document } from '@polyparse/document'
import { pdfOf } from '@polyparse/test-support/pdf'
import { defaultRequest } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { evenLight, turn } from '@polyparse/engine/images'
import { decodeLine, type ReadCharacter } from '../src/ocr/paddle/decode.ts'
import { boundsOfLine, linesInMap } from '../src/ocr/paddle/find-lines.ts'
import { type InstalledModel, installedModels, readModelFile, recognitionModels } from '../src/ocr/paddle/models.ts'
import { type Network, networksOf } from '../src/ocr/paddle/networks.ts'
import { calibrations, detectionLimits } from '../src/ocr/paddle/parameters.ts'
import { inOwnSigns, withoutStrayIdeographs } from '../src/ocr/paddle/stray-characters.ts'
import { toLine } from '../src/ocr/paddle/to-line.ts'
import { type DocumentLanguages, paddleLanguages } from '../src/ocr/document-languages.ts'
import { recognizePage } from '../src/ocr/recognition/recognize-page.ts'
import { opticalEngine, paddleEngine } from '../src/ocr/optical-engine.ts'
import { readerEngines } from '@polyparse/readers'
import { createSandbox } from '@polyparse/sandbox'
import { openDocument } from '@polyparse/sandbox'
import { pageRaster, tiffOf } from './support/images.ts'
import { failingNetwork } from './support/failing-network.ts'

const without = installedModels(null).length === 0 ? 'no model of recognition is installed' : false

const page = { size: [360, 140] as [number, number], margin: 20 }
const print = (pdf: PDFKit.PDFDocument): void => {
  pdf.fontSize(14).text('The invoice of October has been paid.', 20, 30)
  pdf.text('Thank you for the 1,250 apples.', 20, 80)
}

const textOf = ({ pages }: Document): string => pages.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('\n')

describe('what the second recogniser makes of the answers of its networks', () => {
  const mapOf = (width: number, height: number, boxes: readonly (readonly [...Box, value: number])[]) => {
    const values = new Float32Array(width * height)
    for (const [x0, y0, x1, y1, value] of boxes)
      for (let y = y0; y < y1; y += 1) values.fill(value, y * width + x0, y * width + x1)
    return { width, height, values }
  }

  it('finds each line once, larger than its middle, and no dust and no shadows', () => {
    const lines = linesInMap(
      mapOf(200, 100, [
        [10, 10, 110, 20, 0.9],
        [10, 50, 60, 60, 0.8],
        [150, 50, 152, 52, 0.9],
        [150, 80, 190, 90, 0.4],
      ]),
      detectionLimits.v4,
    )
    assert.deepEqual(
      lines.map((line) => boundsOfLine(line).map(Math.round)),
      [
        [3, 3, 117, 27],
        [3, 43, 67, 67],
      ],
    )
  })

  const answerOf = (steps: readonly (readonly number[])[]) => ({
    data: Float32Array.from(steps.flat()),
    dims: [1, steps.length, steps[0]?.length ?? 0],
  })

  it('takes a character in steps that follow each other for one, and after none for another', () => {
    const [none, a, surelyA, b] = [
      [0.9, 0.1, 0],
      [0.2, 0.7, 0.1],
      [0, 1, 0],
      [0.1, 0.1, 0.8],
    ]
    const read = decodeLine(answerOf([none, a, surelyA, none, a, b, none, none]), ['', 'a', 'b'])
    assert.equal(read.map(({ text }) => text).join(''), 'aab')
    assert.deepEqual(
      read.map(({ at }) => at),
      [0.25, 4.5 / 8, 5.5 / 8],
    )
    assert.deepEqual(
      read.map(({ confidence }) => Math.round(confidence * 100)),
      [100, 70, 80],
    )
  })

  it('divides words at spaces that were read and at white that is wide enough, but not Chinese', async () => {
    const part = await pageRaster((pdf) => pdf.fontSize(20).text('one two  so', 10, 10), 72, {
      size: [140, 40],
      margin: 5,
    })
    const place = (text: string, from: number, to: number): ReadCharacter[] =>
      Array.from(text, (each, index) => ({
        text: each,
        at: (from + ((index + 0.5) / text.length) * (to - from)) / 140,
        confidence: 0.999,
      }))
    const seen = (texts: readonly [string, string, string]) => [
      ...place(texts[0], 10, 43),
      ...place(texts[1], 51, 84),
      ...place(texts[2], 93, 114),
    ]
    const onPage = { toPage: (x: number, y: number) => [x, y] as const, calibration: calibrations.v4 }
    const read = toLine(seen(['one', 'two', 'so']), part, onPage)
    assert.deepEqual(
      read?.words.map(({ text }) => text),
      ['one', 'two', 'so'],
    )
    assert.ok(Math.abs((read?.size ?? 0) - 20) < 3, `${read?.size}`)
    const [one, two] = read?.words ?? []
    assert.ok(Math.abs((one?.box[0] ?? 0) - 10) < 3 && (one?.box[2] ?? 0) < (two?.box[0] ?? 0))
    assert.deepEqual(
      toLine(seen(['清道夫', '新鲜', '。']), part, onPage)?.words.map(({ text }) => text),
      ['清道夫新鲜。'],
    )
  })

  it('sees print with white stripes through it as tall as it is', () => {
    const [width, height] = [60, 40]
    const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)]
      return x >= 5 && x < 55 && y >= 6 && y < 34 && y % 6 < 4 ? 0 : 255
    })
    const read = [10, 20, 30, 40, 50].map((x): ReadCharacter => ({ text: 'T', at: x / width, confidence: 1 }))
    const line = toLine(
      read,
      { width, height, channels: 1, pixels },
      { toPage: (x, y) => [x, y], calibration: calibrations.v6 },
    )
    assert.deepEqual(
      line?.words.map(({ box }) => [box[1], box[3]]),
      [[6, 34]],
    )
  })

  it('divides a label from its value after a colon, but no time and no price at its sign', async () => {
    const part = await pageRaster((pdf) => pdf.fontSize(20).text('No:  0051', 10, 10), 72, {
      size: [140, 40],
      margin: 5,
    })
    const textsIn = (characters: string): string[] | undefined => {
      // The widths of Helvetica in which it is drawn: the white after the colon is two of its spaces wide.
      const middles = [17, 30, 38, 58, 69, 80, 91]
      const read = Array.from(characters, (text, index): ReadCharacter => ({
        text,
        at: (middles[index] ?? 0) / 140,
        confidence: 1,
      }))
      const line = toLine(read, part, { toPage: (x, y) => [x, y], calibration: calibrations.v6 })
      return line?.words.map(({ text }) => text)
    }
    assert.deepEqual(textsIn('No:0051'), ['No:', '0051'])
    assert.deepEqual(textsIn('No.0051'), ['No.', '0051'])
    assert.deepEqual(textsIn('12:0051'), ['12:0051'])
    assert.deepEqual(textsIn('12.0051'), ['12.0051'])
  })
})

describe('a line that is not level', () => {
  it('is found along its slope', () => {
    const [width, height] = [400, 100]
    const values = new Float32Array(width * height)
    for (let x = 20; x < 380; x += 1)
      for (let y = 0; y < 8; y += 1) values[(30 + Math.round((x - 20) * 0.1) + y) * width + x] = 0.9
    const [line, ...others] = linesInMap({ width, height, values }, detectionLimits.v6)
    assert.deepEqual(others, [])
    assert.ok(line !== undefined && Math.abs(line.angle - Math.atan(0.1)) < 0.01, `${line?.angle}`)
    assert.ok(line.height < 25 && line.length > 360, `${line.length} by ${line.height}`)
  })
})

describe('signs and Chinese characters in Latin print', () => {
  const read = (text: string): ReadCharacter[] => Array.from(text, (each) => ({ text: each, at: 0, confidence: 1 }))
  const textAfter = (text: string): string =>
    inOwnSigns(read(text))
      .map((each) => each.text)
      .join('')

  it('become those of its own script', () => {
    assert.equal(textAfter('TEL：(03)，'), 'TEL:(03),')
    assert.equal(textAfter('电话：(03)'), '电话：(03)')
  })

  it('are left out where the networks are not sure of them, and the page is in another script', () => {
    const line = (text: string, confidence: number) => ({
      words: [{ text, box: [0, 0, 9, 9] as const, confidence }],
      box: [0, 0, 9, 9] as const,
      baseline: 9,
      size: 9,
    })
    const latin = [line('TOTAL AMOUNT PAYABLE', 0.9), line('19.98米', 0.8), line('宗', 0.7), line('杏', 0.95)]
    const words = withoutStrayIdeographs(latin, latin)
    assert.deepEqual(
      words.map((each) => each.words[0]?.text),
      ['TOTAL AMOUNT PAYABLE', '19.98', '杏'],
    )
    const chinese = [line('总额', 0.7), line('19.98', 0.8)]
    assert.equal(withoutStrayIdeographs(chinese, chinese).length, 2)
  })
})

describe('a model of recognition', () => {
  const tiny = recognitionModels.find(({ name }) => name === 'pp-ocrv6-tiny')
  assert.ok(tiny !== undefined)

  it('reads the letters of the languages that it says it covers, and Tesseract keeps the others', () => {
    const languages = ['eng', 'deu', 'fra', 'ces', 'pol', 'tur', 'chi_sim', 'ron', 'vie', 'rus', 'ara', 'jpn', 'kor']
    assert.deepEqual(languages.filter(tiny.covers), ['eng', 'deu', 'fra', 'ces', 'chi_sim'])
  })

  it('is found in the folder of languages where all three files of it are, and refused if one is another', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'networks-'))
    try {
      const own = join(folder, 'models', tiny.name)
      await mkdir(own, { recursive: true })
      const isAdded = () => installedModels(folder).some(({ isPackaged }) => !isPackaged)
      await writeFile(join(own, 'detection.onnx'), 'no network')
      await writeFile(join(own, 'recognition.onnx'), 'no network')
      assert.ok(!isAdded())
      await writeFile(join(own, 'characters.txt'), 'a\nb\n')
      assert.ok(isAdded())
      const installed = installedModels(folder).find(({ model }) => model === tiny)
      assert.ok(installed !== undefined)
      await assert.rejects(
        readModelFile(installed, 'detection'),
        (error) =>
          error instanceof EngineFailure &&
          /detection\.onnx of the model pp-ocrv6-tiny is damaged or of another version/.test(error.message),
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('that is damaged leaves the page to Tesseract, with a warning', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'networks-'))
    try {
      const own = join(folder, 'models', 'pp-ocrv6-small')
      await mkdir(own, { recursive: true })
      for (const name of ['detection.onnx', 'recognition.onnx', 'characters.txt'])
        await writeFile(join(own, name), 'no')
      const request = { ...defaultRequest, mediaType: 'image/tiff', recognition: { languages: null, dpi: 200, folder } }
      const document = await opticalEngine.read(tiffOf([await pageRaster(print, 150, page)]), request)
      assert.match(textOf(document), /The invoice of October has been paid\./)
      assert.match(
        document.warnings.find(({ code }) => code === 'recognition_model_unusable')?.message ?? '',
        /pp-ocrv6-small .* Tesseract/,
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('a damaged model of the language that a document turns out to be in', () => {
  it('leaves the page to Tesseract, with a warning', { timeout: 90_000 }, async () => {
    const [model] = recognitionModels
    assert.ok(model !== undefined)
    const folder = await mkdtemp(join(tmpdir(), 'networks-'))
    try {
      const file = join(folder, 'no-network')
      await writeFile(file, 'no network')
      const damaged: InstalledModel = {
        model: { ...model, covers: (language) => language === 'deu' },
        files: { detection: file, recognition: file, characters: file },
        isPackaged: false,
      }
      let named = ['eng']
      const languages: DocumentLanguages = {
        models: [damaged],
        isModelAlone: false,
        folder: null,
        current: () => named,
        learn: () => {
          named = ['deu']
          return true
        },
        forScript: () => [],
        use: () => {},
      }
      const raster = await pageRaster((pdf) => pdf.fontSize(14).text('Die Rechnung ist bezahlt.', 20, 30), 150, page)
      const read = await recognizePage({ number: 1, raster, dpi: 150 }, languages)
      assert.equal(read.content.words.map(({ text }) => text).join(' '), 'Die Rechnung ist bezahlt.')
      assert.deepEqual(read.languages, ['deu'])
      assert.match(read.unusableModel ?? '', /is damaged or of another version/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('a model whose network fails while it reads', () => {
  it('leaves the page to Tesseract, with a warning', { timeout: 90_000 }, async () => {
    const [model] = recognitionModels
    assert.ok(model !== undefined)
    const folder = await mkdtemp(join(tmpdir(), 'networks-'))
    try {
      const bytes = failingNetwork()
      const file = join(folder, 'network.onnx')
      await writeFile(file, bytes)
      const own = { path: 'network.onnx', sha256: createHash('sha256').update(bytes).digest('hex') }
      const failing: InstalledModel = {
        model: { ...model, files: { detection: own, recognition: own, characters: own } },
        files: { detection: file, recognition: file, characters: file },
        isPackaged: false,
      }
      const languages: DocumentLanguages = {
        models: [failing],
        isModelAlone: false,
        folder: null,
        current: () => ['eng'],
        learn: () => false,
        forScript: () => [],
        use: () => {},
      }
      const raster = await pageRaster((pdf) => pdf.fontSize(14).text('The invoice has been paid.', 20, 30), 150, page)
      const read = await recognizePage({ number: 1, raster, dpi: 150 }, languages)
      assert.equal(read.content.words.map(({ text }) => text).join(' '), 'The invoice has been paid.')
      assert.match(read.unusableModel ?? '', /failed while it read a page/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('the second recogniser', { skip: without }, () => {
  const request = { ...defaultRequest, mediaType: 'image/tiff' }

  it('reads a page with its words, their places and how sure it is', async () => {
    const bytes = await pdfOf(print, page)
    const document = await paddleEngine.read(bytes, { ...request, mediaType: 'application/pdf', words: true })
    assert.match(textOf(document), /The invoice of October has been paid\.\s+Thank you for the 1,250 apples\./)
    const words = document.pages.flatMap(({ blocks }) => blocks.flatMap((block) => block.words ?? []))
    const invoice = words.find(({ text }) => text === 'invoice')
    assert.ok(invoice !== undefined && invoice.bbox !== null, JSON.stringify(words))
    assert.ok(Math.abs(invoice.bbox[0] - 48) < 4 && Math.abs(invoice.bbox[3] - 43) < 4, invoice.bbox.join(' '))
    assert.ok((document.quality?.score ?? 0) > 0.9)
  })

  it('turns a page upright that lies on its side', async () => {
    const raster = turn(await pageRaster(print, 200, page), 90)
    assert.match(textOf(await paddleEngine.read(tiffOf([raster]), request)), /The invoice of October has been paid\./)
  })

  it('turns a page in a shadow that is upside down before it reads it in other light', async () => {
    const upright = await pageRaster(print, 200, page)
    const shaded = upright.pixels.map((grey, at) => grey * (1 - (0.5 * (at % upright.width)) / upright.width))
    const raster = turn({ ...upright, pixels: shaded }, 180)
    assert.ok(evenLight(raster) !== null)
    const languages = paddleLanguages(null)
    const [model] = languages.models
    assert.ok(model !== undefined)
    const networks = await networksOf(model)
    const { detect } = networks
    let looks = 0
    const counted: Network = async (input) => {
      looks += 1
      return detect(input)
    }
    Reflect.set(networks, 'detect', counted)
    try {
      const read = await recognizePage({ number: 1, raster, dpi: 200 }, languages)
      assert.equal(read.turned, 180)
      assert.match(read.content.words.map(({ text }) => text).join(' '), /The invoice of October has been paid\./)
      // As it lies, for how it lies, and as it stands: in its own light and in an even one.
      assert.equal(looks, 4)
    } finally {
      Reflect.set(networks, 'detect', detect)
    }
  })

  it('runs in the sandbox, without network and without files but its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'paddle-'))
    const file = join(folder, 'page.pdf')
    await writeFile(file, await pdfOf(print, page))
    const sandbox = createSandbox({ ...readerEngines, size: 1, preload: false, spoolDirectory: join(folder, 'spool') })
    try {
      const work = { open: async () => createReadStream(file), request: { ...request, mediaType: 'application/pdf' } }
      const document = openDocument(await sandbox.run('paddle', work, AbortSignal.timeout(60_000)))
      assert.match(textOf(document), /The invoice of October has been paid\./)
    } finally {
      await sandbox.close()
      await rm(folder, { recursive: true })
    }
  })
})
