import { exerciseProvider, openProvider } from '@polyparse/providers/testing'

const printed = (pages) => ({ mediaType: 'text/plain', bytes: Buffer.from(pages.join('\f')) })

exerciseProvider(
  'line-printer',
  () => openProvider(import.meta.resolve('./line-printer.js')),
  async () => ({
    paged: {
      ...printed(['REPORT\n\nWhat it is about.', 'FIRST PART\n\nAs it was.', 'SECOND PART\n\nAs it will be.']),
      pageCount: 3,
    },
    long: printed(Array.from({ length: 1000 }, (_, index) => `PAGE ${index}\n\nMuch is said.`)),
    failing: { document_empty: printed([]) },
  }),
)
