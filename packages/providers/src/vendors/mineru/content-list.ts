import { lastOf } from '@polyparse/document/items'
import { Type } from '@polyparse/document/typebox'
import { inlinePicture } from '../../fetch-pictures.ts'
import { answerReader, unusableAnswer } from '../../read-answer.ts'
import { ContentListItem, type Results } from './mineru-answer-shape.ts'
import { mineruDeclaration } from './declaration.ts'
import { boxOfItem, type MineruItem, type MineruNote } from './item.ts'

const { name } = mineruDeclaration
const readMineruContentList = answerReader(name, Type.Array(ContentListItem))

/** The items of generation 3; null: it has read nothing. */
export const itemsOfResults = ({ results }: Results): MineruItem[] | null => {
  const [file] = Object.values(results)
  if (typeof file?.content_list !== 'string') return null
  const images = new Map(Object.entries(file.images ?? {}))
  return readMineruContentList(parseMineruContentList(file.content_list)).map((item) => toItem(item, images))
}

const parseMineruContentList = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw unusableAnswer(name, 'a content list that is not JSON')
  }
}

const toItem = (item: ContentListItem, images: ReadonlyMap<string, string>): MineruItem => {
  const box = boxOfItem(item.bbox, 1000)
  const notes = (...texts: readonly (readonly string[] | null | undefined)[]): MineruNote[] =>
    texts.flatMap((each) => each ?? []).map((text) => ({ text, box }))
  const file = lastOf((item.img_path ?? '').split('/'))
  const data = images.get(file)
  return {
    type: item.type,
    page: item.page_idx,
    box,
    level: item.text_level ?? null,
    content: item.text ?? item.table_body ?? item.code_body ?? item.content ?? '',
    listItems: item.list_items ?? [],
    captions: notes(item.image_caption, item.table_caption, item.chart_caption, item.code_caption),
    footnotes: notes(item.image_footnote, item.table_footnote, item.chart_footnote, item.code_footnote),
    picture: file === '' ? undefined : { data: data === undefined ? null : inlinePicture(data) },
  }
}
