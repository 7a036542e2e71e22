import type { ReaderSource } from './answer-messages.ts'
import type { AnswerReader } from './answer-reader.ts'
import { vendors } from './vendors.ts'

/** The reader of a vendor's answers, loaded on demand: a thread needs few of them. */
export const loadReader = async (source: ReaderSource): Promise<AnswerReader> => {
  switch (source.kind) {
    case 'vendor': {
      const vendor = vendors.find(({ declaration }) => declaration.id === source.id)
      if (vendor === undefined) throw new TypeError('no such vendor')
      return vendor.loadReader()
    }
    case 'plugin': {
      const { adaptersOf } = await import('./plugin/adapters-of.ts')
      const adapter = (await adaptersOf(source.module)).find(({ declaration }) => declaration.id === source.id)
      if (adapter?.reader === undefined) throw new TypeError(`the adapter ${source.id} has no reader`)
      return adapter.reader
    }
    case 'description': {
      const { describedReader } = await import('./described/described-reader.ts')
      return describedReader(source.name, source.answer)
    }
  }
}
