import { basename, dirname } from 'node:path'
import type { ParseResult } from '@polyparse/contract'
import { type OutputId, outputRecords } from '@polyparse/document'
import { UsageError } from '../cli-error.ts'
import type { Invocation } from '../invocation.ts'
import { filesOf, textResultFile } from './result-files.ts'
import { writeFiles } from './write-files.ts'

/** The destination of results. */
export type Target = { readonly kind: 'output' } | { readonly kind: 'file' | 'folder'; readonly path: string }

type TargetOptions = {
  readonly out?: string | undefined
  readonly json?: boolean | undefined
  readonly includeRaw?: boolean | undefined
}

/** A path with the extension of the only output is that file; any other is a folder. */
export const targetOfResult = (
  { out, json = false, includeRaw = false }: TargetOptions,
  documentCount: number,
  outputs: readonly OutputId[],
): Target => {
  if (out === undefined) {
    if (documentCount > 1 && !json)
      throw new UsageError('Several documents need a folder for their results: use -o, or --json.')
    return { kind: 'output' }
  }
  const [output, ...others] = outputs
  const isFile =
    documentCount === 1 &&
    output !== undefined &&
    others.length === 0 &&
    output !== 'images' &&
    !includeRaw &&
    out.toLowerCase().endsWith(`.${outputRecords[output].extension}`)
  return { kind: isFile ? 'file' : 'folder', path: out }
}

type Delivery = {
  readonly name: string
  /** The document as it was given, where there are several: their results come as they are finished. Null for the only one. */
  readonly document: string | null
  readonly target: Target
  readonly outputs: readonly OutputId[]
  readonly json: boolean
  readonly force: boolean | undefined
}

/** Writes a result to where it goes. */
export const deliver = async (
  { stdout }: Invocation,
  result: ParseResult,
  { name, document, target, outputs, json, force }: Delivery,
): Promise<void> => {
  if (target.kind === 'file')
    await writeFiles(dirname(target.path), [{ path: basename(target.path), content: printed(result, outputs) }], {
      force,
    })
  if (target.kind === 'folder') await writeFiles(target.path, filesOf(name, result, outputs), { force })
  if (json) stdout.write(`${JSON.stringify(document === null ? result : { document, ...result })}\n`)
  else if (target.kind === 'output') {
    const value = printed(result, outputs)
    stdout.write(stdout.isTTY === true ? shownText(value) : value)
  }
}

/** Standard output takes one output of text or JSON. */
export const requireOneOutput = (outputs: readonly OutputId[], includeRaw: boolean): void => {
  if (outputs.length > 1)
    throw new UsageError('--outputs lists several outputs, which need a folder: use -o, or --json.')
  if (outputs.includes('images'))
    throw new UsageError('--outputs lists images, which need a folder: use -o, or --json.')
  if (includeRaw) throw new UsageError('--include-raw needs a folder: use -o, or --json.')
}

/** One output, as it is piped or written to a file. */
const printed = ({ outputs }: ParseResult, [output]: readonly OutputId[]): string => {
  const value = output === undefined ? undefined : outputs[output]
  return typeof value === 'string' ? textResultFile(value) : `${JSON.stringify(value ?? null)}\n`
}

/** The text for a terminal, with control characters of the document replaced. */
const shownText = (value: string): string => value.replaceAll(/[^\P{Cc}\n\t]/gu, '\u{fffd}')
