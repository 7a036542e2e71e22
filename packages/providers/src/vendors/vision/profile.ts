/** The way in which one family of models is asked about a page, and the form of its answer. */
export type Profile = {
  readonly id: string
  /** The models that it is made for, for the documentation. */
  readonly models: string
  /** The message to the model before the prompt. */
  readonly system?: string
  readonly prompt: string
  /** Pixels of the longer side of the picture that the model is shown. */
  readonly longestSide: number
  /** Tokens of the answer at most. */
  readonly maxTokens: number
  readonly temperature: number
  /** The fields that the server needs beside those of the OpenAI API. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly answer: AnswerKind
}

/**
 * - `markdown`: Markdown with tables in it as pipes or HTML.
 * - `front-matter`: the same below a few lines about the page in YAML.
 * - `layout`: a list in JSON of `{ bbox, category, text }`, in pixels of the picture.
 * - `grounded`: Markdown in which each block follows its type and its box, in thousandths of the page.
 * - `boxed`: each block follows its box, in thousandths of the page, and its type; tables are OTSL.
 * - `labelled`: HTML with an element for each block, which has its label and its box, in thousandths of the page.
 */
export type AnswerKind = 'markdown' | 'front-matter' | 'layout' | 'grounded' | 'boxed' | 'labelled'
