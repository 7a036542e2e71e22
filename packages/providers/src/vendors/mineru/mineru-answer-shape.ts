import { Type, type Static } from '@polyparse/document/typebox'
import { maybe, orNull } from '../../read-answer.ts'

const Text = maybe(Type.String())
const MineruTexts = maybe(Type.Array(Type.String()))
/** Left, top, right, bottom: in thousandths of the page in generation 3, in shares of it in generation 4. */
const MineruBox = maybe(Type.Array(Type.Number()))

/** An entry of the `content_list` of generation 3. */
export const ContentListItem = Type.Object({
  type: Type.String(),
  page_idx: Type.Integer({ minimum: 0 }),
  bbox: MineruBox,
  text: Text,
  text_level: maybe(Type.Number()),
  list_items: MineruTexts,
  img_path: Text,
  content: Text,
  table_body: Text,
  code_body: Text,
  image_caption: MineruTexts,
  image_footnote: MineruTexts,
  table_caption: MineruTexts,
  table_footnote: MineruTexts,
  chart_caption: MineruTexts,
  chart_footnote: MineruTexts,
  code_caption: MineruTexts,
  code_footnote: MineruTexts,
})
export type ContentListItem = Static<typeof ContentListItem>

/** The result of a task of generation 3: the files by their names. */
export const Results = Type.Object({
  backend: Text,
  version: Text,
  results: Type.Record(
    Type.String(),
    Type.Object({
      /** A text in JSON; null: nothing was read. */
      content_list: Text,
      /** Data URLs, by the names of the files. */
      images: maybe(Type.Record(Type.String(), Type.String())),
    }),
  ),
})
export type Results = Static<typeof Results>

const Note = Type.Object({ bbox: MineruBox, content: Type.String() })

/** A block of the `structured_content` of generation 4, with Markdown, or HTML for a table. */
export const StructuredBlock = Type.Object({
  type: Type.String(),
  bbox: MineruBox,
  level: maybe(Type.Number()),
  content: Text,
  captions: maybe(Type.Array(Note)),
  footnotes: maybe(Type.Array(Note)),
  image_source: Text,
})
export type StructuredBlock = Static<typeof StructuredBlock>

/** The result of a task of generation 4. */
export const TaskResult = Type.Object({
  tier: Text,
  files: Type.Array(
    Type.Object({
      content: Type.Object({
        structured_content: Type.Object({
          pages: Type.Array(
            Type.Object({ page_idx: Type.Integer({ minimum: 0 }), blocks: Type.Array(StructuredBlock) }),
          ),
        }),
      }),
    }),
    { minItems: 1 },
  ),
})
export type TaskResult = Static<typeof TaskResult>

/** The facts about a task that both generations give; only generation 4 has files of its own for source and results. */
export const MineruTask = Type.Object({
  task_id: Type.String({ minLength: 1 }),
  status: Type.String(),
  error: Type.Optional(Type.Unknown()),
  files: maybe(
    Type.Array(
      Type.Object({
        file_id: Text,
        output_files: maybe(Type.Record(Type.String(), orNull(Type.Object({ file_id: Type.String() })))),
        error: Type.Optional(Type.Unknown()),
      }),
    ),
  ),
})
export type MineruTask = Static<typeof MineruTask>
