import { outputSchemas } from '@polyparse/document/schema'
import { Type } from '@polyparse/document/typebox'
import { conversionOf } from '../../../compatibility/docling-serve/conversion.ts'
import type { ConversionOptions } from '../../../compatibility/docling-serve/options.ts'
import type { Job } from '../../../jobs/job.ts'
import { createCheck } from '../../field-errors.ts'
import type { ApiParts } from '../../parts.ts'
import { readResult } from '../convert.ts'

const { markdown, pages, text, html, json, images } = outputSchemas
const Outputs = Type.Partial(Type.Object({ markdown, pages, text, html, json, images }))
const Warnings = Type.Array(Type.Object({ message: Type.String(), page: Type.Optional(Type.Integer()) }))
const checkResult = createCheck(
  Type.Object({
    result: Type.Object({
      outputs: Outputs,
      timing: Type.Object({ durationMs: Type.Number() }),
      warnings: Warnings,
    }),
  }),
)

/** The document of a finished job, as docling-serve answers it. */
export const answerOf = async (
  parts: ApiParts,
  job: Job,
  filename: string,
  options: ConversionOptions,
): Promise<object> => {
  const { outputs, timing, warnings } = (await readResult(parts, job, checkResult)).result
  return conversionOf({ outputs, warnings, durationMs: timing.durationMs }, filename, options)
}
