import { Readable } from 'node:stream'
import { byteCount, type SharedBytes } from '../shared-bytes.ts'
import { createVendorHttp, type VendorAnswer, type VendorRequest } from '../http.ts'
import type { VendorProblem } from '../http-failure.ts'
import { ProviderFailure, type ParseSource } from '../provider.ts'
import { neutralSource } from '../vendor.ts'
import type { ConverterKind } from './convertible.ts'

/** A server of the operator's own that turns documents into a type that is read here. */
export type Converter = {
  /** The name that callers know. */
  readonly name: string
  /** The media type that every document becomes. */
  readonly mediaType: string
  /** Sends the document to the server, and returns the one that comes back. Rejects with a {@link ProviderFailure}. */
  convert(source: ParseSource, signal: AbortSignal): Promise<ParseSource>
}

export type ConverterAccess = {
  readonly kind: ConverterKind
  readonly baseUrl: string
  /** The time from the call to the last byte of what comes back. */
  readonly seconds: number
  /** Bytes of what comes back. */
  readonly maxBytes: number
}

type ConverterProfile = Pick<Converter, 'name' | 'mediaType'> & {
  readonly requestFor: (source: ParseSource) => Pick<VendorRequest, 'method' | 'path' | 'headers' | 'body'>
}

const converterProfiles: Readonly<Record<ConverterKind, ConverterProfile>> = {
  gotenberg: {
    name: 'Gotenberg',
    mediaType: 'application/pdf',
    requestFor: (source) => ({
      method: 'POST',
      path: 'forms/libreoffice/convert',
      headers: { accept: 'application/pdf' },
      body: { form: [{ name: 'files', document: neutralSource(source) }] },
    }),
  },
  tika: {
    name: 'Tika',
    mediaType: 'text/html',
    requestFor: (source) => ({
      method: 'PUT',
      path: 'tika',
      headers: { accept: 'text/html' },
      body: { document: source },
    }),
  },
}

export const createConverter = ({ kind, baseUrl, seconds, maxBytes }: ConverterAccess): Converter => {
  const { name, mediaType, requestFor } = converterProfiles[kind]
  const http = createVendorHttp({ name, baseUrl, headers: {}, secrets: [], problemOf: problemOfConverterAnswer })
  return {
    name,
    mediaType,
    convert: async (source, signal) => {
      const { bytes } = await http.bytes({ ...requestFor(source), seconds, maxBytes, signal })
      const size = byteCount(bytes)
      if (size === 0) throw new ProviderFailure('document_damaged', `${name} found nothing in the document.`)
      return { ...source, mediaType, filename: null, size, open: async () => Readable.from(copies(bytes)) }
    },
  }
}

/** Neither program has options that a caller could have chosen: a request that it rejects is about the document. */
const problemOfConverterAnswer = ({ status }: VendorAnswer): VendorProblem | null =>
  status === 400 ? 'invalid_document' : null

/** Piece by piece, because streams may not keep to memory that threads share. */
function* copies(bytes: SharedBytes): Generator<Buffer> {
  for (const piece of bytes) yield Buffer.from(piece)
}
