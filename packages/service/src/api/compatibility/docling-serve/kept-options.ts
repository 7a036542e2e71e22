import { type Static, Type } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import {
  type ConversionOptions,
  optionFields,
  readConversionOptions,
} from '../../../compatibility/docling-serve/options.ts'
import { type FormFields, RefusedFormError } from '../../../compatibility/refused-form.ts'
import type { StoredJob } from '../../../jobs/job.ts'

/** The key in the metadata of a job. */
const doclingMetadataKey = 'docling-serve'

/** The longest value of metadata, in characters. */
const maxLength = 512

const doclingOutputOptionNames = ['to_formats', 'image_export_mode', 'md_page_break_placeholder']

/**
 * Returns what the answer of a task is made by, to be kept with its job as metadata.
 * @throws {RefusedFormError} when it is too long.
 */
export const keepOptions = (filename: string, fields: FormFields): Record<string, string> => {
  const options = Object.fromEntries(
    doclingOutputOptionNames.flatMap((name) => {
      const values = fields.get(name)
      return values === undefined ? [] : [[name, values] as const]
    }),
  )
  const value = JSON.stringify({ filename, options })
  if (value.length > maxLength) throw new RefusedFormError('the filename or md_page_break_placeholder is too long')
  return { [doclingMetadataKey]: value }
}

/** The same, read again; null for a job that is not a task, whatever its own metadata says. */
export const keptOptions = ({
  metadata,
}: Pick<StoredJob, 'metadata'>): { filename: string; options: ConversionOptions } | null => {
  const kept = keptTaskIn(metadata?.[doclingMetadataKey] ?? '')
  if (kept === null) return null
  try {
    return { filename: kept.filename, options: readConversionOptions(optionFields(kept.options)) }
  } catch (error) {
    if (error instanceof RefusedFormError) return null
    throw error
  }
}

const KeptTask = Type.Object({ filename: Type.String(), options: Type.Record(Type.String(), Type.Unknown()) })

const keptTaskIn = (value: string): Static<typeof KeptTask> | null => {
  try {
    const kept: unknown = JSON.parse(value)
    return Check(KeptTask, kept) ? kept : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
