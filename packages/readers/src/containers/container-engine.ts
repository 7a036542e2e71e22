import type { Document } from '@polyparse/document'
import type { Engine, EngineRequest, ReadListener } from '@polyparse/engine'
import { createBudget } from './budget.ts'
import { documentsIn } from './documents-in.ts'
import { type EngineOf, startReading } from './reading.ts'

/**
 * Reads what is in an archive, or attached to a mail where that is asked for, as one document: each file by the engine of
 * its type, under its path, on pages that follow one another. A warning and the metadata name each file that cannot be
 * read. Everything else is read by the engine of its own type.
 */
export const containerEngine = (engineOf: EngineOf): Engine => {
  const read = async (bytes: Uint8Array, request: EngineRequest, listener?: ReadListener): Promise<Document> => {
    const { mediaType, password, attachments } = request
    const engine = await engineOf(mediaType)
    if (engine !== undefined && !attachments) return engine.read(bytes, request, listener)
    const reading = startReading(engineOf, request, listener)
    if (engine !== undefined) await reading.addOwn(mediaType, bytes)
    let hiddenCount = 0
    const search = {
      attachments,
      password,
      budget: createBudget(),
      onHidden: () => {
        hiddenCount += 1
      },
    }
    for await (const found of documentsIn({ bytes, mediaType, filename: null, password }, search))
      await reading.add(found)
    return reading.finish(hiddenCount)
  }
  return { warmUp: async () => {}, read }
}
