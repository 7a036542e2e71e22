import { defaultRequest, type Engine } from '../engine.ts'
import { EngineFailure } from '../engine-failure.ts'
import { formatEngines } from '../format-engines.ts'
import { smallPdf } from '../pdf/fast/read-pdf.ts'
import { bestEngines } from './best-engines.ts'
import { withConfidence } from './confidence.ts'

/** Every document by the engine that reads its type best, with the confidence of every block and cell. */
const read: Engine['read'] = async (bytes, request, onPage) => {
  const name = bestEngines[request.mediaType]
  if (name === undefined)
    throw new EngineFailure('document_damaged', `Documents of the type ${request.mediaType} cannot be read.`)
  const engine = await formatEngines[name]()
  return withConfidence(await engine.read(bytes, { ...request, confidence: true }, onPage))
}

const warmUp = async (): Promise<void> => {
  await read(smallPdf(), { ...defaultRequest, mediaType: 'application/pdf' })
}

export const autoEngine: Engine = { warmUp, read }
