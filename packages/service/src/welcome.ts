/**
 * The message on the terminal when the service is ready. At the first start it includes the first key and a request to
 * try it.
 */
export const welcome = ({
  url,
  firstKey,
  samplePath,
}: {
  url: string
  firstKey: string | null
  samplePath: string
}): string => {
  const lines = [`Polyparse is ready at ${url}`]
  if (firstKey !== null) {
    lines.push(
      '',
      `API key for the account "default": ${firstKey}`,
      'It is shown only once. Create more with `npx polyparse keys create --account NAME`.',
      '',
      `Open ${url} in a browser and paste the key, or parse the sample document from the command line:`,
      '',
      `curl -sS ${url}/api/v1/jobs \\`,
      `  -H 'Authorization: Bearer ${firstKey}' \\`,
      `  -H "Idempotency-Key: first-look-$(date +%s)" \\`,
      `  -H 'Content-Type: application/pdf' \\`,
      `  -H 'X-Service-Filename: sample.pdf' \\`,
      `  -H 'X-Service-Operation: parse' \\`,
      `  -H 'X-Service-Outputs: markdown' \\`,
      `  --data-binary @'${samplePath}'`,
      '',
      'then fetch the result, with the id from the response:',
      '',
      `curl -sS '${url}/api/v1/jobs/ID?wait=25' -H 'Authorization: Bearer ${firstKey}'`,
    )
  }
  return `${lines.join('\n')}\n\n`
}
