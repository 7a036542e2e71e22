import { type Command, Argument } from 'commander'
import type { Invocation } from './invocation.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/** `polyparse completion SHELL`: a script made of the commands and options as they are declared. */
export const addCompletionCommand = (program: Command, { stdout }: Invocation): void => {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', completionHelp)
    .action((shell: (typeof shells)[number]) => {
      stdout.write(scripts[shell](wordsOfProgram(program)))
    })
}

const completionHelp = `
  source <(polyparse completion bash)                                     # in ~/.bashrc
  source <(polyparse completion zsh)                                      # in ~/.zshrc, after compinit
  polyparse completion fish > ~/.config/fish/completions/polyparse.fish`

/**
 * The words that may follow each command, by its words: '' for `polyparse` itself, `keys create` for a command of a
 * command.
 */
type Words = ReadonlyMap<string, readonly string[]>

const wordsOfProgram = (program: Command): Words => {
  const words = new Map<string, readonly string[]>()
  const add = (command: Command, path: readonly string[]): void => {
    const options = command.options.flatMap(({ long }) => long ?? [])
    words.set(path.join(' '), [...command.commands.map((each) => each.name()), ...options, '--help'])
    for (const each of command.commands) add(each, [...path, each.name()])
  }
  add(program, [])
  return words
}

/** Names of commands and options are letters and hyphens: nothing needs quoting but the spaces between them. */
const cases = (words: Words): string =>
  [...words].map(([path, next]) => `    '${path}') words='${next.join(' ')}' ;;`).join('\n')

/** The longest run of words after the first that is a command. */
const findCommand = (words: Words): string => `  local path='' word words=''
  for word in "\${given[@]}"; do
    case " \${path:+$path }$word " in
${[...words.keys()]
  .filter((path) => path !== '')
  .map((path) => `      ' ${path} ') path="\${path:+$path }$word" ;;`)
  .join('\n')}
    esac
  done
  case "$path" in
${cases(words)}
  esac`

const scripts: Readonly<Record<(typeof shells)[number], (words: Words) => string>> = {
  bash: (words) => `_polyparse() {
  local given=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
${findCommand(words)}
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -o bashdefault -F _polyparse polyparse
`,
  zsh: (words) => `_polyparse() {
  local -a given
  given=("\${words[@]:1:$((CURRENT - 2))}")
  local line
  _polyparse_words() {
${findCommand(words)}
    line="$words"
  }
  _polyparse_words
  compadd -- \${=line}
  _files
}
compdef _polyparse polyparse
`,
  fish: (words) => `complete -c polyparse -e
${[...words].flatMap(([path, next]) => next.map((word) => fishLine(path, word))).join('\n')}
`,
}

const fishLine = (path: string, word: string): string => {
  const condition =
    path === ''
      ? '__fish_use_subcommand'
      : path
          .split(' ')
          .map((each) => `__fish_seen_subcommand_from ${each}`)
          .join('; and ')
  return `complete -c polyparse -n '${condition}' ${word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`}`
}
