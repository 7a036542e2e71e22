import type { Document } from '@polyparse/document'
import type { EngineRequest } from '../engine.ts'
import { assemble } from './assemble.ts'
import type { Draft } from './draft.ts'
import { keepRunningText } from './keep-running-text.ts'
import { passes } from './passes/passes.ts'

/** The finished document of a draft: through all passes, with ids and what the request wants of each block. */
export const finishDocument = (
  draft: Draft,
  request: Pick<EngineRequest, 'keepRunningText' | 'words' | 'raw'>,
  { raw, confidence = false }: { readonly raw: readonly unknown[]; readonly confidence?: boolean },
): Document => {
  const applied = request.keepRunningText ? [...passes, keepRunningText] : passes
  const finished = applied.reduce<Draft>((current, pass) => pass(current), draft)
  return assemble(finished, { words: request.words, confidence, raw: request.raw ? raw : null })
}
