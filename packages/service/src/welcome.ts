import type { FirstKey } from './accounts/first-key.ts'
import { signInAddress } from './accounts/sign-in-links.ts'

/**
 * The message on the standard output when the service is ready. At the first start it includes a request to try it, with
 * a sign-in link and the first key itself only where that is in no file.
 */
export const welcome = ({
  url,
  baseUrl,
  firstKey,
  samplePath,
}: {
  url: string
  /** The address at which browsers reach it. */
  baseUrl: string
  firstKey: FirstKey | null
  samplePath: string
}): string => {
  const lines = [`Polyparse is ready at ${url}`]
  if (firstKey !== null) {
    const { key, file } = firstKey
    const authorization = `-H "Authorization: Bearer ${file === null ? key : `$(cat ${quoteForShell(file)})`}"`
    lines.push(
      '',
      ...(file === null
        ? [
            'Open this link to sign in to the web app. It works once, within an hour:',
            '',
            signInAddress(baseUrl, firstKey.code),
            '',
            `API key for the account "default", for programs: ${key}`,
            'It is shown only once.',
          ]
        : [
            'Sign in to the web app with a link that `npx polyparse accounts sign-in-link --operator` prints.',
            '',
            `The API key for the account "default" is in ${file}`,
            'Only the owner of the service can read the file. Remove it when you have stored the key elsewhere.',
          ]),
      'Create more with `npx polyparse keys create --account NAME`.',
      '',
      'Parse the sample document from the command line:',
      '',
      `curl -sS ${url}/api/v1/parse ${authorization} -F file=@${quoteForShell(samplePath)}`,
    )
  }
  return `${lines.join('\n')}\n\n`
}

/** Quotes a text for a POSIX shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
