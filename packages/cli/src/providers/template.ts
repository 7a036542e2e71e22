import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CliError } from '../cli-error.ts'

/** A provider to start from, under the name `acme`; it is beside the sources, and beside the published code. */
const templateFolder = fileURLToPath(new URL('../../template', import.meta.url))

/** Writes a new provider into a folder of its name, and resolves to its path. */
export const writeTemplate = async (name: string, directory: string): Promise<string> => {
  const folder = resolve(directory, name)
  try {
    await mkdir(folder)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error
    throw new CliError(`${folder} exists.`, { cause: error })
  }
  for (const file of await readdir(templateFolder)) {
    const content = await readFile(join(templateFolder, file), 'utf8')
    await writeFile(join(folder, file), fillProviderTemplate(content, name))
  }
  return folder
}

/** `acme` in its three forms. */
const fillProviderTemplate = (content: string, id: string): string =>
  content
    .replaceAll('acme', id)
    .replaceAll('ACME', id.toUpperCase().replaceAll('-', '_'))
    .replaceAll(
      'Acme',
      id
        .split('-')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' '),
    )
