/** Sets all the dates that a PDF gives for its creation to one, so that making it again gives the same bytes. */
export const withFixedDates = (pdf: Buffer): Buffer =>
  Buffer.from(
    pdf
      .toString('latin1')
      .replaceAll(
        /\/(?:CreationDate|ModDate)\s*\(D:(?=\d{14})\d{14}/g,
        (found) => `${found.slice(0, -14)}20250101000000`,
      )
      // The identifier depends on the time, too.
      .replaceAll(/\/ID\s*\[\s*<[0-9A-Fa-f]+>\s*<[0-9A-Fa-f]+>\s*\]/g, (found) =>
        found.replaceAll(/[0-9A-Fa-f](?=[0-9A-Fa-f]*>)/g, '0'),
      )
      .replaceAll(/\/DocChecksum \/[0-9A-F]+/g, (found) => found.replaceAll(/[0-9A-F](?=[0-9A-F]*$)/g, '0')),
    'latin1',
  )
