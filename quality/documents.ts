import { readFile } from 'node:fs/promises'

export const producers = ['chromium', 'weasyprint', 'libreoffice', 'tex', 'typst'] as const
export type Producer = (typeof producers)[number]

export const kinds = [
  'prose',
  'columns',
  'list',
  'table',
  'spans',
  'statement',
  'invoice',
  'form',
  'code',
  'scan',
] as const
export type Kind = (typeof kinds)[number]

/** A line of `documents.jsonl`, written by `make.ts`. */
export type DocumentEntry = {
  /** Also the name of its two files: `documents/<id>.pdf` and `documents/<id>.truth.md`. */
  readonly id: string
  /** What made the PDF; for a scan, what made the scanned page. */
  readonly producer: Producer
  readonly kind: Kind
  /** ISO 639-2/T. */
  readonly language: string
  /** `ci` is the small part, `full` the rest. */
  readonly part: 'ci' | 'full'
}

const folder = new URL('documents/', import.meta.url)

/** All documents that should exist, ascending by id. */
export const listDocuments = async (): Promise<DocumentEntry[]> => {
  const index = await readFile(new URL('documents.jsonl', import.meta.url), 'utf8')
  return index
    .split('\n')
    .filter((line) => line !== '')
    .map((line): DocumentEntry => JSON.parse(line))
}

export const pdfOf = (id: string): URL => new URL(`${id}.pdf`, folder)

export const truthOf = (id: string): Promise<string> => readFile(new URL(`${id}.truth.md`, folder), 'utf8')
