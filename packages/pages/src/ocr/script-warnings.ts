import { type Warning, warning } from '@polyparse/document'
import type { RecognizedPage } from './recognition/recognize-page.ts'
import { isScriptOf, titleOfScript } from './recognition/scripts.ts'

/** A warning for a page that was read in languages that are not written in its script, or in lines as it has them. */
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
          `Page ${number} seems to be in ${titleOfScript(unknownScript)} script${isScriptOf(unknownScript, languages) ? ', in lines that run down,' : ','} and was read in ${languages.join(', ')}: what was read is probably wrong.`,
          number,
        ),
      ]
