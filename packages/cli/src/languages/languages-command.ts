import { installedLanguages, recognitionLanguages } from '@polyparse/readers'
import { type Command, InvalidArgumentError } from 'commander'
import { languagesFolder, readSettings } from '@polyparse/service/settings'
import { CliError } from '../cli-error.ts'
import { interruptible } from '../interruption.ts'
import type { Invocation } from '../invocation.ts'
import { jsonOption, type JsonOption } from '../options.ts'
import { formatTable, notify, print } from '../output.ts'
import { parseLanguage, titleOfLanguage } from './names.ts'
import { addPack, originOfPack, removePack } from './packs.ts'

export const addLanguageCommands = (program: Command, invocation: Invocation): void => {
  const languages = program.command('languages').description('manage the languages in which the text of images is read')

  languages
    .command('list')
    .description('list the languages that are installed')
    .option(...jsonOption)
    .action(async ({ json }: JsonOption) => {
      const list = await listLanguages(languagesFolder(readSettings(invocation.environment)))
      print(invocation, { languages: list }, { json }, () =>
        formatTable([languageTableHeadings, ...list.map(rowOfLanguage)]),
      )
    })

  languages
    .command('add')
    .description('fetch languages with npm, from the registry that it is configured with')
    .argument('<languages...>', 'codes of Tesseract or ISO 639-1, such as pol, chi_sim or pl', collect)
    .option(...jsonOption)
    .action(async (asked: string[], { json }: JsonOption) => {
      const folder = languagesFolder(readSettings(invocation.environment))
      const added = await interruptible(invocation, async (signal) => {
        const all: { language: string; package: string; version: string }[] = []
        for (const language of new Set(asked)) {
          notify(invocation, `Fetching ${titleOfLanguage(language)}`)
          const { package: name, version } = await addPack(folder, language, {
            environment: invocation.environment,
            signal,
          })
          all.push({ language, package: name, version })
        }
        return all
      })
      print(invocation, { added, folder }, { json }, () =>
        [
          ...added.map(({ language, package: name, version }) => `Added ${language} (${name} ${version}).`),
          'A service that runs has them once it is started again.',
        ].join('\n'),
      )
    })

  languages
    .command('remove')
    .description('remove languages that were added')
    .argument('<languages...>', 'their codes', collect)
    .option(...jsonOption)
    .action(async (asked: string[], { json }: JsonOption) => {
      const folder = languagesFolder(readSettings(invocation.environment))
      const removed: string[] = []
      for (const language of new Set(asked)) if (await removePack(folder, language)) removed.push(language)
      const missing = asked.filter((language) => !removed.includes(language))
      if (missing.length > 0) throw new CliError(`Not in ${folder}: ${missing.join(', ')}.`)
      print(invocation, { removed }, { json }, () => `Removed ${removed.join(', ')}.`)
    })
}

const collect = (text: string, before: string[] = []): string[] => {
  const language = parseLanguage(text)
  if (language === null)
    throw new InvalidArgumentError(`${text} is no language of Tesseract: those are named as in pol, chi_sim or pl.`)
  return [...before, language]
}

type Listed = { readonly language: string; readonly name: string; readonly origin: string }

const listLanguages = (folder: string): Promise<Listed[]> => {
  const added = new Set(installedLanguages(folder).filter((language) => !recognitionLanguages.includes(language)))
  return Promise.all(
    installedLanguages(folder).map(async (language) => {
      const origin = await originOfPack(folder, language)
      const fetched =
        origin === null ? (added.has(language) ? folder : 'polyparse') : `${origin.package} ${origin.version}`
      return { language, name: titleOfLanguage(language), origin: fetched }
    }),
  )
}

const languageTableHeadings = ['LANGUAGE', 'NAME', 'FROM']

const rowOfLanguage = ({ language, name, origin }: Listed): string[] => [language, name, origin]
