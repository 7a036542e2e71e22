import type { BlockValue, CellValue, ChildBlockValue, ImageValue } from '@polyparse/document/schema'
import { Fragment, type ReactNode } from 'react'
import { formatShare } from '../design/format.ts'
import { typeClass } from './block-types.ts'
import { shadeOf } from './doubts.ts'
import { hasFile } from './image-file.ts'
import type { ResultReading } from './reading.ts'
import { ResultImage } from './ResultImage.tsx'
import { safeAddress } from './safe-address.ts'
import { TableGrid } from './TableGrid.tsx'
import { useViewMessages } from '../language/view-messages.ts'

type BlockViewProps = {
  readonly block: BlockValue
  readonly reading: ResultReading
  /** Says of every block how sure the reader is, and not only of doubted ones. */
  readonly isShaded: boolean
}

/** A block in its own form: a heading as a heading, a table as a table. Made of elements, never of markup. */
export const BlockView = ({ block, reading, isShaded }: BlockViewProps) => {
  const viewMessages = useViewMessages()
  return (
    <>
      <span className={`block-type ${typeClass(block.type)}`}>
        {viewMessages.blocks[block.type]}
        {block.corrected === true ? (
          <span className="block-confidence"> {viewMessages.corrections.isCorrected}</span>
        ) : (
          block.confidence !== undefined &&
          (isShaded || shadeOf(block.confidence) !== '') && (
            <span className="block-confidence"> {formatShare(block.confidence)}</span>
          )
        )}
      </span>
      <div className={`block-body is-${block.type}`} dir="auto">
        {contentOfBlock(block, reading)}
      </div>
    </>
  )
}

/** A block of a page, or one inside another. */
type BlockOrChild = ChildBlockValue & Pick<BlockValue, 'blocks'>

const contentOfBlock = (block: BlockOrChild, reading: ResultReading): ReactNode => {
  const { tables, images, captions } = reading
  switch (block.type) {
    case 'title':
    case 'heading':
      // Not a heading of this page: its type is shown beside it, and its level in its size.
      return (
        <p className={`level-${block.type === 'title' ? 1 : Math.min(6, block.level ?? 2)}`}>
          <Runs block={block} />
        </p>
      )
    case 'list_item':
      return (
        <div className="list-item" style={{ marginInlineStart: `${(block.level ?? 1) - 1}rem` }}>
          <span className="list-marker">{block.marker ?? '•'}</span>
          <div>{insideOf(block, reading)}</div>
        </div>
      )
    case 'table': {
      const table = block.table === undefined ? undefined : tables.get(block.table)
      return table === undefined ? (
        <p>{block.text}</p>
      ) : (
        <TableGrid
          table={table}
          captioned={captions.has(table.caption ?? '')}
          contentOf={(cell) => insideOf(cell, reading)}
        />
      )
    }
    case 'picture': {
      const image = block.image === undefined ? undefined : images.get(block.image)
      return <BlockPicture image={image} text={block.text} />
    }
    case 'formula': {
      const image = block.image === undefined ? undefined : images.get(block.image)
      return image === undefined || !hasFile(image) ? (
        <pre>{block.text}</pre>
      ) : (
        <BlockPicture image={image} text={block.text} />
      )
    }
    case 'quote':
      return <blockquote>{insideOf(block, reading)}</blockquote>
    case 'footnote':
    case 'note':
      return <div>{insideOf(block, reading)}</div>
    case 'code':
      return <pre>{block.text}</pre>
    case 'paragraph':
    case 'caption':
    case 'page_header':
    case 'page_footer':
      return (
        <p>
          <Runs block={block} />
        </p>
      )
  }
}

/** Returns what a block or a cell holds: blocks, or a text. */
const insideOf = (holder: Pick<CellValue, 'text' | 'runs' | 'blocks'>, reading: ResultReading): ReactNode =>
  holder.blocks === undefined ? (
    <Runs block={holder} />
  ) : (
    // oxlint-disable-next-line react/no-array-index-key -- the blocks inside a block never change
    holder.blocks.map((block, index) => <Fragment key={index}>{contentOfBlock(block, reading)}</Fragment>)
  )

const BlockPicture = ({ image, text }: { readonly image: ImageValue | undefined; readonly text: string }) => {
  const viewMessages = useViewMessages()
  if (image === undefined || !hasFile(image))
    return (
      <p className="muted">
        [{viewMessages.blocks.picture}] {text}
      </p>
    )
  return <ResultImage image={image} alt={image.alt ?? text} width={image.width} height={image.height} />
}

const Runs = ({ block: { runs, text } }: { readonly block: Pick<BlockValue, 'text' | 'runs'> }) => {
  if (runs === undefined) return text
  return runs.map((run, index) => {
    let content: ReactNode = run.text
    if (run.code === true || run.formula === true) content = <code>{content}</code>
    if (run.bold === true) content = <strong>{content}</strong>
    if (run.italic === true) content = <em>{content}</em>
    if (run.strikethrough === true) content = <s>{content}</s>
    if (run.underline === true) content = <u>{content}</u>
    if (run.highlight !== undefined) content = <mark style={{ backgroundColor: run.highlight }}>{content}</mark>
    if (run.superscript === true) content = <sup>{content}</sup>
    if (run.subscript === true) content = <sub>{content}</sub>
    if (run.ruby !== undefined)
      content = (
        <ruby>
          {content}
          <rt>{run.ruby}</rt>
        </ruby>
      )
    const href = safeAddress(run.href)
    if (href !== null)
      content = (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {content}
        </a>
      )
    // oxlint-disable-next-line react/no-array-index-key -- the runs of a block never change
    return <Fragment key={index}>{content}</Fragment>
  })
}
