import type { TSchema } from '@polyparse/document/typebox'
import { outputMediaTypes } from '../../packages/client/src/output-media-types.ts'
import { contractTypes } from './contract-types.ts'
import type { Bundle, Copy, Inlined } from './vendor.ts'

/** A published package brings these in addition to its own code, so that its users install only what runs. */
export type PublishedPackage = {
  /** Folders of the package that are published as they are. */
  readonly folders?: readonly string[]
  /** Imports (`#name` in its package.json) whose package is bundled into one file. */
  readonly bundles?: readonly Bundle[]
  /** Modules that only re-export what is used of other packages; published, they hold it. */
  readonly inlined?: readonly Inlined[]
  /** Modules of which only the values of what they export are published, without what these are made from. */
  readonly constants?: readonly { readonly module: string; readonly values: Readonly<Record<string, object>> }[]
  /** Files of packages that are copied as they are. */
  readonly copies?: readonly Copy[]
  /** A file of declarations whose types are written out from schemas, so that no package with the schemas is needed. */
  readonly types?: { readonly file: string; readonly schemas: Readonly<Record<string, TSchema>> }
  /** Dependencies that are not installed with it: all that it needs of them is bundled or copied. */
  readonly without?: readonly string[]
}

const languages = ['deu', 'eng', 'fra', 'ita', 'nld', 'por', 'spa']

/** Text is read by the networks of tessdata_best with whole numbers; orientation needs the older kind. */
const trainedData = [
  ...languages.map((language) => ({ language, kind: '4.0.0_best_int' })),
  { language: 'osd', kind: '4.0.0' },
]

const tessdataNotice = `The package is under the MIT licence. The trained data in it are those of the projects tessdata
and tessdata_best of Tesseract OCR, under the Apache License, Version 2.0, whose text is beside this file
(tesseract.js-core.txt).`

/** The packages that are published, by their folders. */
export const published: Readonly<Record<string, PublishedPackage>> = {
  document: {
    folders: ['bundle'],
    // Two of its encodings are used: 4 MB of 30.
    bundles: [
      { name: '#cl100k', entry: 'gpt-tokenizer/esm/encoding/cl100k_base.js', file: 'vendor/cl100k.js', format: 'esm' },
      { name: '#o200k', entry: 'gpt-tokenizer/esm/encoding/o200k_base.js', file: 'vendor/o200k.js', format: 'esm' },
    ],
    without: ['gpt-tokenizer'],
  },
  contract: {},
  compare: {},
  extraction: {},
  report: {},
  client: {
    bundles: [
      {
        name: '#eventsource-parser',
        entry: 'eventsource-parser/dist/index.js',
        file: 'vendor/eventsource-parser.js',
        format: 'esm',
      },
    ],
    inlined: [{ module: 'retry-after' }],
    constants: [{ module: 'output-media-types', values: { outputMediaTypes } }],
    types: { file: 'lib/contract.d.ts', schemas: contractTypes },
    without: ['@polyparse/contract', '@polyparse/document', 'eventsource-parser'],
  },
  engine: {
    // The encoder is in the package twice: 7 MB of 8.
    bundles: [{ name: '#avif', entry: '@jsquash/avif/decode.js', file: 'vendor/avif.js', format: 'esm' }],
    copies: [
      {
        name: '#avif-decoder',
        package: '@jsquash/avif',
        files: ['codec/dec/avif_dec.wasm'],
        to: 'vendor/avif',
      },
    ],
    without: ['@jsquash/avif'],
  },
  pages: {
    bundles: [
      {
        name: '#onnxruntime',
        entry: 'onnxruntime-web/dist/ort.wasm.bundle.min.mjs',
        file: 'vendor/onnxruntime.js',
        format: 'esm',
      },
      { name: '#tesseract', entry: 'tesseract.js/src/index.js', file: 'vendor/tesseract.cjs', format: 'cjs' },
      {
        name: '#tesseract-worker',
        file: 'vendor/tesseract-worker.cjs',
        format: 'cjs',
        // The reader gives it the core.
        neverLoaded: ['tesseract.js-core'],
      },
    ],
    copies: [
      // Two of six builds run, and each is in the package twice: 6 MB of 44.
      ...['', '-lstm'].map((kind) => ({
        name: `#tesseract-core${kind}`,
        package: 'tesseract.js-core',
        // Its package.json says that its JavaScript is CommonJS.
        files: [...['js', 'wasm'].map((ending) => `tesseract-core-relaxedsimd${kind}.${ending}`), 'package.json'],
        to: 'vendor/tesseract-core',
      })),
      // One of twenty builds: 14 MB of 139.
      {
        name: '#onnxruntime-wasm',
        package: 'onnxruntime-web',
        files: ['dist/ort-wasm-simd-threaded.wasm'],
        to: 'vendor/onnxruntime',
      },
      // One of two kinds of data for each language is read: 27 MB of 75.
      ...trainedData.map(({ language, kind }) => ({
        name: '#tessdata/*',
        package: `@tesseract.js-data/${language}`,
        files: [`${kind}/${language}.traineddata.gz`],
        to: `vendor/tessdata/${language}/${kind}`,
        notice: tessdataNotice,
      })),
    ],
    without: [
      'onnxruntime-web',
      'tesseract.js',
      'tesseract.js-core',
      ...trainedData.map(({ language }) => `@tesseract.js-data/${language}`),
    ],
  },
  formats: {
    bundles: [
      // Builds of the same for browsers, and its program: 1.4 MB of 7.8.
      { name: '#xlsx', entry: '@e965/xlsx/xlsx.mjs', file: 'vendor/xlsx.js', format: 'esm' },
      {
        name: '#xlsx-code-pages',
        entry: '@e965/xlsx/dist/cpexcel.full.mjs',
        file: 'vendor/xlsx-code-pages.js',
        format: 'esm',
      },
    ],
    without: ['@e965/xlsx'],
  },
  sandbox: {},
  readers: {},
  outbound: {},
  providers: {
    // They would bring several megabytes for every kind of request.
    inlined: [{ module: 'vendors/aws-textract/smithy' }],
    without: ['@smithy/core', '@smithy/signature-v4'],
  },
  service: {
    // They would bring 60 MB for browsers, compilers and debuggers, and of every command of a bucket.
    inlined: [
      { module: 'blobs/s3/aws-sdk' },
      { module: 'mcp/mcp-sdk' },
      { module: 'telemetry/open-telemetry', external: ['@opentelemetry/api'] },
    ],
    without: [
      '@aws-sdk/client-s3',
      '@modelcontextprotocol/server',
      '@opentelemetry/context-async-hooks',
      '@opentelemetry/core',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
    ],
  },
  cli: { folders: ['template'] },
}
