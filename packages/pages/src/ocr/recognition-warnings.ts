import { type Warning, warning } from '@polyparse/document'
import { englishNameOfLanguage } from '../language/text-language.ts'
import type { RecognizedPage } from './recognition/recognize-page.ts'
import { moveBox } from './recognition/turn-back.ts'
import { isScriptOf, titleOfScript } from './recognition/scripts.ts'

/** The warnings for a page that may be read badly because of what is installed or was asked for: languages, or a model. */
export const recognitionWarnings = (page: ReadPage): Warning[] => [
  ...modelWarnings(page),
  ...scriptWarnings(page),
  ...languageWarnings(page),
  ...numberWarnings(page),
  ...handwritingWarnings(page),
]

type ReadPage = Pick<
  RecognizedPage,
  | 'content'
  | 'back'
  | 'languages'
  | 'unknownScript'
  | 'unknownLanguage'
  | 'unusableModel'
  | 'unsureNumbers'
  | 'handwritten'
>

const modelWarnings = ({ content: { number }, unusableModel }: ReadPage): Warning[] =>
  unusableModel === null
    ? []
    : [
        warning(
          'recognition_model_unusable',
          `${unusableModel} Page ${number} was read by Tesseract alone; \`polyparse models add\` installs the model again.`,
          number,
        ),
      ]

/** A warning for a page that was read in languages that are not written in its script, or in lines as it has them. */
const scriptWarnings = ({ content: { number }, languages, unknownScript }: ReadPage): Warning[] =>
  unknownScript === null
    ? []
    : [
        warning(
          'script_not_covered',
          `Page ${number} seems to be in ${titleOfScript(unknownScript)} script${isScriptOf(unknownScript, languages) ? ', in lines that run down,' : ','} and was read in ${languages.join(', ')}: what was read is probably wrong.`,
          number,
        ),
      ]

/** A warning for a page whose letters have marks that what it was read with does not know, and leaves out or takes for others. */
const languageWarnings = ({ content: { number }, languages, unknownLanguage }: ReadPage): Warning[] =>
  unknownLanguage === null
    ? []
    : [
        warning(
          'language_not_covered',
          `Page ${number} seems to be in ${englishNameOfLanguage(unknownLanguage)}, and was read in ${languages.join(', ')}: letters of that language are probably wrong. Install and name \`${unknownLanguage}\`.`,
          number,
        ),
      ]

/** Numbers that a warning names, and characters of each. */
const [maxNamedNumbers, maxNumberLength] = [5, 30]

/** A warning for a page with numbers whose figures are clear, and the signs between them not. */
const numberWarnings = ({ content: { number }, unsureNumbers }: ReadPage): Warning[] => {
  if (unsureNumbers.length === 0) return []
  const named = unsureNumbers.slice(0, maxNamedNumbers).map((text) => `\`${text.slice(0, maxNumberLength)}\``)
  const others = unsureNumbers.length - named.length
  return [
    warning(
      'number_uncertain',
      `Numbers on page ${number} may lack a point, comma or colon, or have a letter for a figure: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}. Look at them.`,
      number,
    ),
  ]
}

/** Places that a warning names. */
const maxNamedPlaces = 8

/** A warning for a page with lines that look written by hand. Letters of a script that is not read look like anything. */
const handwritingWarnings = ({ content: { number }, back, unknownScript, handwritten }: ReadPage): Warning[] => {
  if (handwritten.length === 0 || unknownScript !== null) return []
  const places = handwritten.slice(0, maxNamedPlaces).map((box) => `[${moveBox(back, box).map(Math.round).join(', ')}]`)
  const others = handwritten.length - places.length
  return [
    warning(
      'handwriting_not_read',
      `Page ${number} seems to have handwriting, which is not read here, at ${places.join(', ')}${others > 0 ? ` and ${others} other places` : ''} in points.`,
      number,
    ),
  ]
}
