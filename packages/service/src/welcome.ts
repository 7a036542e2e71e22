import type { FirstKey } from './accounts/first-key.ts'

/**
 * The message on the standard output when the service is ready. At the first start it includes a request to try it, with
 * the first key itself only where that is in no file.
 */
export const welcome = ({
  url,
  firstKey,
  samplePath,
}: {
  url: string
  firstKey: FirstKey | null
  samplePath: string
}): string => {
  const lines = [`Polyparse is ready at ${url}`]
  if (firstKey !== null) {
    const { key, file } = firstKey
    const authorization = `-H "Authorization: Bearer ${file === null ? key : `$(cat ${quoted(file)})`}"`
    lines.push(
      '',
      ...(file === null
        ? [`API key for the account "default": ${key}`, 'It is shown only once.']
        : [
            `The API key for the account "default" is in ${file}`,
            'Only the owner of the service can read the file. Remove it when you have stored the key elsewhere.',
          ]),
      'Create more with `npx polyparse keys create --account NAME`.',
      '',
      `Open ${url} in a browser and paste the key, or parse the sample document from the command line:`,
      '',
      `curl -sS ${url}/api/v1/jobs \\`,
      `  ${authorization} \\`,
      `  -H "Idempotency-Key: first-look-$(date +%s)" \\`,
      `  -H 'Content-Type: application/pdf' \\`,
      `  -H 'X-Service-Filename: sample.pdf' \\`,
      `  -H 'X-Service-Operation: parse' \\`,
      `  -H 'X-Service-Outputs: markdown' \\`,
      `  --data-binary @${quoted(samplePath)}`,
      '',
      'then fetch the result, with the id from the response:',
      '',
      `curl -sS '${url}/api/v1/jobs/ID?wait=25' ${authorization}`,
    )
  }
  return `${lines.join('\n')}\n\n`
}

/** For a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
