import { fileAt } from '../api/job-reader/files.ts'
import { base64Of } from './base64-of.ts'

/** A part of a result as JSON, with the files of its images as the service sent them. */
export const jsonFile = async (value: unknown): Promise<Blob> => {
  const parts: string[] = []
  for (const part of JSON.stringify(value, null, 2).split(/(?<="data": ")(file of [^"]+)(?=")/)) {
    const file = fileAt(part)
    parts.push(file === null ? part : await base64Of(file))
  }
  return new Blob(parts, { type: 'application/json' })
}
