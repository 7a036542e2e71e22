import '@polyparse/document/require-node'
export { maxContainerEntries } from './container-limits.ts'
export { countControls, withoutControls, withoutEndOfFile } from './control-characters.ts'
export { type CharsetDecoder, charsetDecoder } from './charset/charset-decoder.ts'
export { charsets } from './charset/charsets.ts'
export { charsetOfText, decodeText, type TextSource, utf16Of, utf32Of } from './decode-text.ts'
export { locked, unsupportedEncryption, wrongPassword } from './encryption-failures.ts'
export { EngineFailure, engineFailureCodes } from './engine-failure.ts'
export {
  defaultRequest,
  type Engine,
  type EngineRequest,
  type EngineTable,
  type PageProgress,
  type ReadListener,
} from './engine.ts'
export { maxOf, minOf } from './extremes.ts'
export { defaultHighlight, hexColor, highlightOfHex, isHighlightColor } from './highlight-color.ts'
export { lettersAndFiguresOf } from './letters.ts'
export { selectPages } from './select-pages.ts'
export { canEndParagraph, endsSentence, readsOn } from './sentences.ts'
export { clockFactor, createStopwatch, type Stopwatch, type TimeTaken } from './stopwatch.ts'
export { CutResult, DrawResult, SurveyResult } from './tasks.ts'
export { type SymbolTypeface, symbolTypefaceOf, textInFont } from './symbol-fonts.ts'
export { untilAborted, whenAborted } from './until-aborted.ts'
