import { type Warning, warning } from '@polyparse/document'
import type { RecognizedPage } from './recognition/recognize-page.ts'
import { titleOfScript } from './recognition/scripts.ts'

/** A warning for a page that was read in languages that are not written in its script. */
export const scriptWarnings = ({
  content: { number },
  languages,
  unknownScript,
}: Pick<RecognizedPage, 'content' | 'languages' | 'unknownScript'>): Warning[] =>
  unknownScript === null
    ? []
    : [
        warning(
          'script_not_covered',
          `Page ${number} seems to be in ${titleOfScript(unknownScript)} script, and was read in ${languages.join(', ')}: what was read is probably wrong.`,
          number,
        ),
      ]
