/**
 * The client of Python that waits, made of the one that awaits: the same methods, without `async` and `await`. How each
 * carries out its steps is written by hand, in `_runner.py` and `_runner_async.py`.
 */
export const blockingClient = (source: string): string =>
  rules.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), source)

/** The rules are tried in this order. */
const rules: readonly (readonly [RegExp, string])[] = [
  [
    /^"""The client that awaits\."""$/gm,
    '"""The client that waits.\n\nMade of _async_client.py by `npm run docs`: change that one.\n"""',
  ],
  [/, for `asyncio` and Trio\./g, '.'],
  [/\basync with\b/g, 'with'],
  [/\basync for (\w+) in (.+):\n +yield \1$/gm, 'yield from $2'],
  [/^( +)for (\w+) in (.+):\n +yield \2$/gm, '$1yield from $3'],
  [/\basync def\b/g, 'def'],
  [/\bawait /g, ''],
  [/__a(enter|exit)__/g, '__$1__'],
  [/_runner_async\b/g, '_runner'],
  [/\bAsync(Polyparse|Jobs|Batches|Schemas|Corrections|Judgements|Runner|Iterator)\b/g, '$1'],
  [/\bhttpx\.AsyncClient\b/g, 'httpx.Client'],
]
