import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { folderOfModel, installedModels, type RecognitionModel, recognitionModels } from '@polyparse/readers'
import { languagesFolder, readSettings } from '@polyparse/service/settings'
import { type Command, InvalidArgumentError } from 'commander'
import { CliError } from '../cli-error.ts'
import { interruptible } from '../interruption.ts'
import type { Invocation } from '../invocation.ts'
import { jsonOption, type JsonOption } from '../options.ts'
import { formatTable, notify, print } from '../output.ts'
import { addModel } from './add-model.ts'

export const addModelCommands = (program: Command, invocation: Invocation): void => {
  const models = program.command('models').description('manage the models that read the text of photographs and scans')

  models
    .command('list')
    .description('list the models that are known; the first one that is installed is used')
    .option(...jsonOption)
    .action(({ json }: JsonOption) => {
      const list = listModels(languagesFolder(readSettings(invocation.environment)))
      print(invocation, { models: list }, { json }, () => formatTable([modelTableHeadings, ...list.map(rowOfModel)]))
    })

  models
    .command('add')
    .description('fetch models with uv, pip or npm, from the registry that it is configured with')
    .argument('<models...>', `of ${recognitionModels.map(({ name }) => name).join(', ')}`, collectModel)
    .option('--file <path>', 'take the model from this wheel or folder, and fetch nothing')
    .option(...jsonOption)
    .action(async (asked: RecognitionModel[], { file, json }: JsonOption & { readonly file?: string }) => {
      const languages = languagesFolder(readSettings(invocation.environment))
      await interruptible(invocation, async (signal) => {
        for (const model of new Set(asked)) {
          notify(invocation, `${file === undefined ? 'Fetching' : 'Reading'} ${model.name}`)
          const folder = folderOfModel(languages, model)
          await addModel(model, { folder, file: file ?? null, environment: invocation.environment, signal })
        }
      })
      const added = [...new Set(asked)].map(({ name, licence }) => ({ model: name, licence }))
      print(invocation, { added, folder: languages }, { json }, () =>
        [
          ...added.map(({ model, licence }) => `Added ${model} (${licence}).`),
          'A service that runs has it once it is started again.',
        ].join('\n'),
      )
    })

  models
    .command('remove')
    .description('remove models that were added')
    .argument('<models...>', 'their names', collectModel)
    .option(...jsonOption)
    .action(async (asked: RecognitionModel[], { json }: JsonOption) => {
      const languages = languagesFolder(readSettings(invocation.environment))
      const added = installedModels(languages).filter(({ isPackaged }) => !isPackaged)
      const missing = asked.filter((model) => !added.some((installed) => installed.model === model))
      if (missing.length > 0) throw new CliError(`Not in ${languages}: ${missing.map(({ name }) => name).join(', ')}.`)
      for (const model of asked) await rm(folderOfModel(languages, model), { recursive: true, force: true })
      const removed = asked.map(({ name }) => name)
      print(invocation, { removed }, { json }, () => `Removed ${removed.join(', ')}.`)
    })
}

const collectModel = (text: string, before: RecognitionModel[] = []): RecognitionModel[] => {
  const model = recognitionModels.find(({ name }) => name === text)
  if (model === undefined) throw new InvalidArgumentError(`${text} is none of the models that are known.`)
  return [...before, model]
}

type ListedModel = {
  readonly model: string
  readonly installed: string | null
  readonly megabytes: number
  readonly licence: string
  readonly from: string
}

const listModels = (languages: string): ListedModel[] => {
  const installed = installedModels(languages)
  return recognitionModels.map((model) => {
    const found = installed.find((one) => one.model === model)
    return {
      model: model.name,
      installed: found === undefined ? null : found.isPackaged ? 'polyparse' : dirname(found.files.recognition),
      megabytes: model.megabytes,
      licence: model.licence,
      from: `${model.from.package} ${model.from.version} (${model.from.registry})`,
    }
  })
}

const modelTableHeadings = ['MODEL', 'INSTALLED', 'MB', 'LICENCE', 'FROM']

const rowOfModel = ({ model, installed, megabytes, licence, from }: ListedModel): string[] => [
  model,
  installed ?? 'no',
  String(megabytes),
  licence,
  from,
]
