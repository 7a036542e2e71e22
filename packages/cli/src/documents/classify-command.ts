import type { ClassificationRequest } from '@polyparse/contract'
import { type Command, Option } from 'commander'
import type { Invocation } from '../invocation.ts'
import { jsonOption } from '../options.ts'
import { addProviderOptions, addServiceOptions } from './command-options.ts'
import { labelOption, metadataOption, pagesOption } from './options.ts'
import { parseDocuments, type ParseDocumentsOptions } from './parse-command.ts'

type ClassifyOptions = Omit<ParseDocumentsOptions, 'outputs' | 'classification' | 'includeRaw' | 'fallback'> &
  Pick<ClassificationRequest, 'by' | 'model' | 'instructions'> & { readonly label: ClassificationRequest['labels'] }

export const addClassifyCommand = (program: Command, invocation: Invocation): void => {
  const command = program
    .command('classify')
    .description('give documents, or ranges of their pages, one of several labels')
    .argument('<documents...>', 'files, folders, patterns, URLs that the service fetches, or - for standard input')
    .requiredOption(
      '--label <name=description>',
      'a label, such as invoice, with or without a description of what has it; may be given several times',
      labelOption,
    )
    .addOption(
      new Option('--by <what>', 'one label for the document, or one for each range of its pages').choices([
        'document',
        'pages',
      ]),
    )
    .option(
      '--model <provider>',
      'the provider whose model proposes the labels, such as vision (default: the service itself)',
    )
    .option('--instructions <text>', 'instructions for the model, which it gets with the labels')
    .option('--pages <pages>', 'only these pages, such as 1-3,7', pagesOption)
    .option('--provider <provider>', 'the provider that reads (default: chosen by the service)')
    .option('--metadata <key=value>', 'a label of the job; may be given several times', metadataOption)
  addProviderOptions(command)
    .option('-o, --out <path>', 'a folder for NAME.classification.json of each document, or the file for the only one')
    .option('--force', 'overwrite existing files')
    .option('--filename <name>', 'the name of the document on standard input, whose extension says what type it is')
    .option(
      jsonOption[0],
      'print the whole result as one JSON object, and several as JSON Lines, each with its document',
    )
  addServiceOptions(command)
    .addHelpText('after', classifyHelp)
    .action((documents: string[], { label: labels, by, model, instructions, ...options }: ClassifyOptions) =>
      parseDocuments(
        documents,
        {
          ...options,
          outputs: ['classification'],
          classification: {
            labels,
            ...(by !== undefined && { by }),
            ...(model !== undefined && { model }),
            ...(instructions !== undefined && { instructions }),
          },
        },
        invocation,
      ),
    )
}

const classifyHelp = `
The label comes with its pages, with how sure it is, and with the words on the page that say so. It is null where none is sure enough.

  polyparse classify letter.pdf --label invoice --label contract --label 'reminder=Says that a payment is late'
  polyparse classify scans.pdf --label invoice --label 'delivery note' --by pages
  polyparse classify inbox/ --label invoice --label contract --json`
