import { outputIds } from '@polyparse/document/schema'
import { Type } from '@polyparse/document/typebox'
import { readOptionsOf, readerFamilies, readers } from '@polyparse/readers'
import type { LocalProvider } from '../../local-provider.ts'

const escalate = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'The id of another provider, which also reads the pages with the warning `low_confidence` or `handwriting_not_read`. Only for a `parse`.',
  }),
)

/** The best reading that the engines of this service give together, and how sure it is of each part. */
export const auto: LocalProvider = {
  id: 'auto',
  name: 'Best reading',
  capabilities: {
    execution: 'async',
    features: ['blocks', 'confidence', 'page-selection'],
    outputs: outputIds,
  },
  engines: readers.auto,
  family: readerFamilies.auto,
  derived: true,
  escalationOption: 'escalate',
  options: Type.Object({ ...readOptionsOf('auto').properties, escalate }, { additionalProperties: false }),
}
