import { glob, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { type Measurement, medianOfSamples } from '@polyparse/test-support/statistics'
import { costOfCommand } from '@polyparse/test-support/tree-cpu'
import { openPeers, type PeerName } from './peers.ts'

/*
 * What the command line costs beside other programs, from the start of the first process to the end of the last. They take turns,
 * so that other load on the machine affects all alike; before that each runs once, because a first run makes files for later ones.
 */

const rounds = 3

const polyparse = fileURLToPath(new URL('../../cli/bin/polyparse.js', import.meta.url))

const providers = ['auto', 'provider-c', 'provider-a'] as const

/** The most that `auto` is to cost of what a peer costs. */
const maxRatios: Readonly<Record<string, Partial<Record<PeerName, number>>>> = {
  'one line of Markdown': { markitdown: 1 },
  PDFs: { markitdown: 0.5, kreuzberg: 6 },
}

type NamedCommand = { readonly name: string; readonly command: readonly [string, ...string[]] }

/** Measures the PDFs in a folder; without one, documents of a hundred and of three generated pages. */
export const measureBesidePeers = async (folder: string, pdfs: string | null): Promise<Measurement[]> => {
  await mkdir(folder)
  const out = join(folder, 'out')
  const line = join(folder, 'line.md')
  await writeFile(line, 'One line of *Markdown*.\n')
  const peers = await openPeers()
  const own = (provider: string, documents: readonly string[]): NamedCommand => {
    const options = ['--provider', provider, '--out', out, '--force']
    return { name: provider, command: [process.execPath, polyparse, 'parse', ...documents, ...options] }
  }
  const documents = await pdfsIn(pdfs ?? (await makePdfs(join(folder, 'pdfs'))))
  const ofPeers = (names: readonly PeerName[], paths: readonly string[]): NamedCommand[] =>
    peers === null ? [] : names.map((name) => ({ name, command: peers.command(name, paths) }))
  return [
    ...(await inTurn('one line of Markdown', [own('auto', [line]), ...ofPeers(['markitdown'], [line])])),
    ...(await inTurn('PDFs', [
      ...providers.map((provider) => own(provider, documents)),
      ...ofPeers(['markitdown', 'kreuzberg', 'pymupdf4llm'], documents),
    ])),
  ]
}

const inTurn = async (what: string, commands: readonly NamedCommand[]): Promise<Measurement[]> => {
  const working: NamedCommand[] = []
  for (const one of commands) if (await works(one)) working.push(one)
  const spent = new Map(working.map(({ name }) => [name, new Array<number>()]))
  for (let round = 0; round < rounds; round += 1)
    for (const { name, command } of working) spent.get(name)?.push((await costOfCommand(command)).cpuMs)
  const costs = [...spent].map(([name, values]) => ({ name, cpuMs: medianOfSamples(values) }))
  const auto = costs.find(({ name }) => name === 'auto')?.cpuMs ?? Number.NaN
  const ratios = costs.flatMap(({ name, cpuMs }): Measurement[] => {
    if (name === 'auto') return []
    const value = auto / cpuMs
    const max = Object.entries(maxRatios[what] ?? {}).find(([peer]) => peer === name)?.[1]
    const judged = max === undefined ? {} : { aim: `≤ ${max}`, holds: value <= max }
    return [{ name: `${what}: auto ÷ ${name}`, value, unit: '×', ...judged }]
  })
  return [
    ...ratios,
    ...costs.map(({ name, cpuMs }) => ({
      name: `${what}: CPU of ${name}, start included`,
      value: cpuMs / 1000,
      unit: 's',
    })),
  ]
}

/** Tells whether it runs here: a peer that fails on these documents is left out. */
const works = async ({ name, command }: NamedCommand): Promise<boolean> => {
  try {
    await costOfCommand(command)
    return true
  } catch (error) {
    console.log(`${name} is not measured: ${String(error).slice(-500)}`)
    return false
  }
}

const pdfsIn = async (folder: string): Promise<string[]> =>
  (await Array.fromAsync(glob('**/*.pdf', { cwd: folder }), (name) => join(folder, name))).toSorted()

const makePdfs = async (folder: string): Promise<string> => {
  await mkdir(folder)
  await writeFile(join(folder, 'long.pdf'), await pagesPdf(100))
  for (let number = 1; number <= 10; number += 1)
    await writeFile(join(folder, `short-${number}.pdf`), await pagesPdf(3))
  return folder
}
