import { outputSchemas, PageValue, Warning } from '@polyparse/document/schema'
import { Type } from '@polyparse/document/typebox'
import { datalabAnswer } from '../../compatibility/datalab/answer.ts'
import { conversionOf } from '../../compatibility/docling-serve/conversion.ts'
import { loadedDocuments } from '../../compatibility/open-webui/documents.ts'
import { ocrAnswer } from '../../compatibility/mistral/ocr-answer.ts'
import { tikaAnswer } from '../../compatibility/tika/tika-answer.ts'
import { unstructuredChunks } from '../../compatibility/unstructured/chunks.ts'
import { elementsAsCsv } from '../../compatibility/unstructured/csv.ts'
import { unstructuredElements } from '../../compatibility/unstructured/elements.ts'
import { resultElementsIn, type OpenBody } from '../../mcp/look-ups/open-body.ts'
import type { ConversionShape } from './messages.ts'
import { valueIn } from './value-in.ts'

/** The result in the shape of another service, as bytes of JSON or CSV; null if that has to have text, and there is none. */
export const convertedBody = async (body: OpenBody, conversion: ConversionShape): Promise<Buffer | null> => {
  const { filename } = conversion
  if (conversion.service === 'openwebui') return openWebUi(body, filename)
  if (conversion.service === 'unstructured') {
    const elements = unstructuredElements(
      await documentIn(body, ['result', 'outputs', 'json']),
      filename,
      conversion.options,
    )
    const { chunking, csv } = conversion.options
    const answered = chunking === null ? elements : unstructuredChunks(elements, chunking)
    return Buffer.from(csv ? elementsAsCsv(answered) : JSON.stringify(answered))
  }
  if (conversion.service === 'mistral') {
    const { pages: ofPages = [], images: ofImages = [] } = await outputsIn(body, ['result', 'outputs'])
    return Buffer.from(JSON.stringify(ocrAnswer({ pages: ofPages, images: ofImages }, conversion.options)))
  }
  if (conversion.service === 'tika')
    return Buffer.from(tikaAnswer(await tikaOutputsIn(body, ['result', 'outputs']), filename, conversion.options))
  if (conversion.service === 'datalab') {
    const { timing, ...parse } = await datalabResultIn(body, ['result'])
    return Buffer.from(JSON.stringify(datalabAnswer({ ...parse, durationMs: timing.durationMs }, conversion.options)))
  }
  const { outputs, timing, warnings } = await resultIn(body, ['result'])
  const converted = { outputs, warnings, durationMs: timing.durationMs }
  return Buffer.from(JSON.stringify(conversionOf(converted, filename, conversion.options)))
}

const { markdown, pages, text, html, json, images, metadata } = outputSchemas
const documentIn = valueIn(json)
const outputsIn = valueIn(Type.Partial(Type.Object({ pages, images })))
const tikaOutputsIn = valueIn(Type.Object({ text: Type.Optional(text), html: Type.Optional(html), metadata }))
const resultIn = valueIn(
  Type.Object({
    outputs: Type.Partial(Type.Object({ markdown, pages, text, html, json, images })),
    timing: Type.Object({ durationMs: Type.Number() }),
    warnings: Type.Array(Type.Object({ message: Type.String(), page: Type.Optional(Type.Integer()) })),
  }),
)
const datalabResultIn = valueIn(
  Type.Object({
    outputs: Type.Partial(Type.Object({ markdown, pages, html, json, images })),
    timing: Type.Object({ durationMs: Type.Number() }),
    pageCount: Type.Integer({ minimum: 0 }),
    warnings: Type.Array(Warning),
  }),
)
const findPagesInResult = resultElementsIn(PageValue)

const openWebUi = async (body: OpenBody, filename: string): Promise<Buffer | null> => {
  const pieces: Buffer[] = []
  for await (const page of (await findPagesInResult(body, ['result', 'outputs', 'pages'])) ?? [])
    for (const document of loadedDocuments([page], filename))
      pieces.push(Buffer.from(`${pieces.length === 0 ? '[' : ','}${JSON.stringify(document)}`))
  return pieces.length === 0 ? null : Buffer.concat([...pieces, Buffer.from(']')])
}
