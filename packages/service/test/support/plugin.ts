import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFake, type FakeVendor } from '@polyparse/providers/testing'
import { run } from '../../../cli/test/run.ts'

const providers = join(import.meta.dirname, '../../../providers')

export type PluginPlace = {
  readonly folder: string
  /** The module that exports the adapter `my-parser`. */
  readonly module: string
  remove(): Promise<void>
}

/** A plugin from the template in a folder where the package of the port is installed. */
export const writePlugin = async (): Promise<PluginPlace> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-plugin-'))
  await mkdir(join(folder, 'node_modules/@polyparse'), { recursive: true })
  await symlink(providers, join(folder, 'node_modules/@polyparse/providers'))
  const { code, stderr } = await run(['providers', 'new', 'my-parser'], {}, { cwd: folder })
  assert.equal(code, 0, stderr)
  const module = join(folder, 'my-parser/provider.js')
  return { folder, module, remove: () => rm(folder, { recursive: true }) }
}

/** Answers as the plugin expects, with the same page for every document. */
export const openParser = (markdown: string): Promise<FakeVendor> =>
  openFake({
    stepOf: () => 'submit',
    refuse: () => null,
    perform: () => ({ status: 200, json: { pages: [{ markdown }] } }),
  })
